import { z } from 'zod'
import { instant } from '../../api/field.ts'

export const SessionView = z
  .object({
    id: z.int(),
    browser: z.string().describe('The User-Agent of the log-in.'),
    address: z.string(),
    created_at: instant(),
    seen_at: instant().describe('Within an hour of the last request.'),
    current: z.boolean().describe('The session of this request.'),
  })
  .meta({ id: 'ConsoleSessionView' })
