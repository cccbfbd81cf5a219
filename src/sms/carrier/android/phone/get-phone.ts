import { z } from 'zod'
import { nobody } from '../../../../api/caller.ts'
import { phones } from '../protocol/service.ts'

/** The app shows the address, also before it is enrolled. */
export const getPhone = phones.endpoint('getPhone', {
  method: 'GET',
  path: '/device',
  summary: 'Learn the address that the phone calls from',
  who: nobody,

  result: z.object({ externalIp: z.string() }),
  problems: [],

  handle: (_input, { call }) => Promise.resolve({ externalIp: call.address }),
})
