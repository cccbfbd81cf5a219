import { z } from 'zod'
import { anyKey } from '../../identity/schemes/api-key.ts'
import { sms } from '../service.ts'

export const getHealth = sms.endpoint('getHealth', {
  method: 'GET',
  path: '/health',
  summary: 'Check that the service answers and the key works',
  who: anyKey,

  result: z.object({ service: z.string(), version: z.literal('v1'), time: z.iso.datetime({ offset: true }) }),
  problems: [],
  example: { answer: { service: 'sms', version: 'v1', time: '2026-11-21T10:00:00.000Z' } },

  async handle(_input, { clock }) {
    return { service: 'sms', version: 'v1' as const, time: clock.now().toISOString() }
  },
})
