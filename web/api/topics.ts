import type { OperationId } from './call.ts'

/** What each topic of the event stream changes: the reads that are then out of date. */
export const topics = {
  files: [],
  shares: [],
  messages: [],
  groups: [],
  numbers: [],
  members: [],
  keys: [],
  webhooks: [],
  deliveries: [],
  usage: [],
  session: [],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>

export type Topic = keyof typeof topics
