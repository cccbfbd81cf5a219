import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemAccountId } from '../account/model.ts'
import { lockAccount } from '../account/store.ts'
import { sealBody } from '../message/body.ts'
import type { Message } from '../message/model.ts'
import { insertOutgoing } from '../message/outgoing-store.ts'
import { poolIsEmpty } from '../number/store.ts'
import { optedOutAmong } from '../optout/store.ts'
import { problem } from '../problems.ts'
import { countSegments } from '../segments.ts'

export const purposes = ['code', 'notice'] as const
type Purpose = (typeof purposes)[number]

export interface SystemSend {
  readonly phone: string
  readonly body: string
  readonly purpose: Purpose
  readonly clientRef: string | null
  readonly ttlSeconds: number
}

/** Throws `no_number` when the pool is empty. */
export async function queueSystemMessage(
  tx: Transaction,
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  { phone, body, purpose, clientRef, ttlSeconds }: SystemSend,
): Promise<Message> {
  if (await poolIsEmpty(tx)) throw problem.no_number({ message: 'The pool has no number to send from.' })
  const segments = countSegments(body)
  await lockAccount(tx, systemAccountId)
  const now = clock.now()
  const isCode = purpose === 'code'
  const optedOut = (await optedOutAmong(tx, systemAccountId, [phone])).has(phone)
  const text = {
    body: isCode ? '' : body,
    sealedBody: isCode ? sealBody(body, phone, vault) : null,
    segments,
    clientRef,
    sender: null,
    groupId: null,
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000),
    recipients: [{ phone, chargeMicros: 0, optedOut }],
  }
  const [[message] = []] = await insertOutgoing(tx, systemAccountId, now, [text])
  if (!message) throw new Error('A message that was inserted was not returned.')
  return message
}
