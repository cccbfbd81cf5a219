import type { Transaction } from '../../platform/database/database.ts'
import { parsePhone } from '../phone.ts'
import { problem } from '../problems.ts'
import { poolIsEmpty, usableById, usableByPhone } from './store.ts'

/** The sender, and the number that they asked to send from. */
export interface SenderRequest {
  readonly workspaceId: number
  /** The number that the key is bound to; `from` is then ignored. */
  readonly boundTo: number | null
  /** Id or phone of a number, as it was sent. */
  readonly from: unknown
}

/**
 * The number to send from; null is any of the pool. Offline numbers count too, because messages wait. Throws
 * `invalid_number` for a malformed phone number, `no_number` for one that the account may not use.
 */
export async function chooseSender(tx: Transaction, request: SenderRequest): Promise<number | null> {
  const { workspaceId, boundTo, from } = request
  const asked = boundTo ?? parseSender(from)
  if (asked === undefined) {
    if (await poolIsEmpty(tx)) throw problem.no_number()
    return null
  }
  const number =
    typeof asked === 'number'
      ? await usableById(tx, workspaceId, asked)
      : await usableByPhone(tx, workspaceId, asked)
  if (!number) throw problem.no_number({ message: 'This account cannot send from that number.' })
  return number.id
}

/** An id unchanged, a phone in its E.164 form. */
function parseSender(from: unknown): number | string | undefined {
  if (from === undefined) return undefined
  if (typeof from === 'number' && Number.isSafeInteger(from) && from > 0) return from
  const phone = typeof from === 'string' ? parsePhone(from) : undefined
  if (phone === undefined)
    throw problem.invalid_number({ message: 'from is not a number id or a phone number.' })
  return phone
}
