import type { Message } from '../message/model.ts'
import { optedOut } from '../optout/rules.ts'
import type { HandoffRow } from './history-store.ts'

export const stepKinds = [
  'queued',
  'handed',
  'delayed',
  'sent',
  'delivered',
  'failed',
  'expired',
  'cancelled',
  'received',
] as const

export interface Step {
  readonly at: string
  readonly what: (typeof stepKinds)[number]
  readonly number: string | null
  readonly detail: string | null
}

/** In the order in which it happened. */
export function stepsOf(message: Message, handoffs: readonly HandoffRow[]): Step[] {
  const at = message.created_at
  if (message.direction === 'in') return [{ at, what: 'received', number: message.number, detail: null }]
  const queued: Step = { at, what: 'queued', number: null, detail: null }
  const steps = handoffs.map(({ at: when, what, number, detail }) => ({
    at: when.toISOString(),
    what,
    number,
    detail,
  }))
  return [queued, ...(steps.length > 0 ? steps : known(message))]
}

/** What the message itself tells: it ended at once, or so long ago that its steps are gone. */
function known({ status, number, error, created_at, expires_at, sent_at, delivered_at }: Message): Step[] {
  const detail = error && `${error.code}: ${error.message}`
  return [
    ...(sent_at === null ? [] : [{ at: sent_at, what: 'sent', number, detail: null } as const]),
    ...(delivered_at === undefined
      ? []
      : [{ at: delivered_at, what: 'delivered', number, detail: null } as const]),
    ...(status === 'expired' && expires_at !== null
      ? [{ at: expires_at, what: 'expired', number, detail } as const]
      : []),
    ...(status === 'failed' && error?.code === optedOut.code
      ? [{ at: created_at, what: 'failed', number, detail } as const]
      : []),
  ]
}
