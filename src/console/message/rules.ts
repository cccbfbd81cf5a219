import type { CsvCell } from '../../platform/csv.ts'
import type { FoundMessage } from '../../sms/message/model.ts'

export const csvColumns = [
  'time',
  'direction',
  'phone',
  'number',
  'status',
  'segments',
  'error',
  'text',
  'client_ref',
  'group',
] as const

export const csvCells = (message: FoundMessage): readonly CsvCell[] => [
  message.created_at,
  message.direction,
  message.phone,
  message.number,
  message.status,
  message.segments,
  message.error && `${message.error.code}: ${message.error.message}`,
  message.body,
  message.client_ref,
  message.group ?? message.group_id,
]
