import { z } from 'zod'
import { nobody } from '../../api/caller.ts'
import { anyOperator } from '../../identity/operator/store.ts'
import { console } from '../service.ts'

export const getSetup = console.endpoint('getSetup', {
  method: 'GET',
  path: '/setup',
  summary: 'Ask whether Bureau can be set up',
  who: nobody,
  result: z.object({ open: z.boolean().describe('No operator exists yet.') }),
  problems: [],

  handle: async (_input, { database }) => ({ open: !(await anyOperator(database)) }),
})
