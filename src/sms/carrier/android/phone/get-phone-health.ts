import { z } from 'zod'
import { nobody } from '../../../../api/caller.ts'
import { phones } from '../protocol/service.ts'

export const getPhoneHealth = phones.endpoint('getPhoneHealth', {
  method: 'GET',
  path: '/health',
  summary: 'Check whether phones can reach Bureau',
  who: nobody,

  result: z.object({ status: z.literal('pass') }),
  problems: [],

  handle: () => Promise.resolve({ status: 'pass' as const }),
})
