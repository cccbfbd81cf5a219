import type { ExampleStep } from '../../api/example.ts'
import type { Message } from './model.ts'

export const oneMessage: ExampleStep = {
  variable: 'MESSAGE_ID',
  operation: 'sendMessage',
  path: '.messages[0].id',
}

export const exampleMessage: Message = {
  id: 42,
  direction: 'out',
  phone: '+12025550143',
  status: 'queued',
  segments: 1,
  body: 'Your table is ready.',
  client_ref: null,
  number_id: null,
  number: null,
  group_id: null,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-22T10:00:00.000Z',
  sent_at: null,
}
