import { z } from 'zod'
import { instant } from '../../api/field.ts'

export const ConsoleRequest = z
  .object({
    id: z.int(),
    request_id: z.string(),
    at: instant().describe('When the answer ended.'),
    key_id: z.int().nullable().describe('null: made in the app.'),
    key_name: z.string().nullable(),
    user_id: z.int(),
    user_name: z.string(),
    service: z.string(),
    operation: z.string().nullable().describe('null: no operation has this path and method.'),
    method: z.string(),
    path: z.string().nullable().describe('Below the base path of the service: `/files/{id}`.'),
    status: z.int().describe('499: the client disconnected before the answer was complete.'),
    code: z.string().nullable(),
    ms: z.number(),
    address: z.string(),
  })
  .meta({ id: 'ConsoleRequest' })
