import type { Queryable } from '../../platform/database/database.ts'
import { parsePhone } from '../phone.ts'
import { problem } from '../problems.ts'
import { poolIsEmpty, usableById, usableByPhone } from './store.ts'

/** The sender, and the number that they asked to send from. */
export interface SenderRequest {
  readonly workspaceId: number
  /** The number that the key is bound to; `from` is then ignored. */
  readonly boundTo: number | null
  /** Id or phone of a number. */
  readonly from: number | string | undefined
}

/**
 * The number to send from; null is any of the pool. Offline numbers count too, because messages wait. Throws
 * `invalid_number` for a malformed phone number, `no_number` for one that the account may not use.
 */
export async function chooseSender(database: Queryable, request: SenderRequest): Promise<number | null> {
  const { workspaceId, boundTo, from } = request
  const asked = boundTo ?? from
  if (asked === undefined) {
    if (await poolIsEmpty(database)) throw problem.no_number()
    return null
  }
  const number =
    typeof asked === 'number'
      ? await usableById(database, workspaceId, asked)
      : await usableByPhone(database, workspaceId, senderPhone(asked))
  if (!number) throw problem.no_number({ message: 'This account cannot send from that number.' })
  return number.id
}

function senderPhone(from: string): string {
  const phone = parsePhone(from)
  if (phone === undefined) throw problem.invalid_number({ message: 'from is not a valid phone number.' })
  return phone
}
