import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { sms } from '../service.ts'
import { SmsNumber, toNumber } from './model.ts'
import { usableNumbers } from './store.ts'

export const listNumbers = sms.endpoint('listNumbers', {
  method: 'GET',
  path: '/numbers',
  summary: 'List the numbers that this key may send from',
  who: key('numbers:read'),

  result: z.object({ numbers: z.array(SmsNumber) }),
  problems: [],
  example: {
    answer: {
      numbers: [
        { id: 1, number: '+12025550100', display: '(202) 555-0100', label: 'Simulator', online: true },
      ],
    },
  },

  async handle(_input, { database, principal }) {
    const rows = await usableNumbers(database, principal)
    return { numbers: rows.map(toNumber) }
  },
})
