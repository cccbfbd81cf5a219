import { z } from 'zod'
import { nobody } from '../../api/caller.ts'
import { instant } from '../../api/field.ts'
import { files } from '../service.ts'

const Health = z
  .object({
    ok: z.literal(true),
    service: z.string(),
    version: z.string(),
    timestamp: instant(),
  })
  .meta({ id: 'Health' })

export const getHealth = files.endpoint('getHealth', {
  method: 'GET',
  path: '/health',
  summary: 'Check that the service answers',
  who: nobody,
  result: Health,
  problems: [],
  example: { answer: { ok: true, service: 'files', version: 'v1', timestamp: '2026-11-21T10:00:00.000Z' } },

  async handle(_input, { clock }) {
    return { ok: true as const, service: 'files', version: 'v1', timestamp: clock.now().toISOString() }
  },
})
