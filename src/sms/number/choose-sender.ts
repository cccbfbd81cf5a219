import type { Transaction } from '../../platform/database/database.ts'
import { quoted } from '../../platform/quoted.ts'
import { parsePhone } from '../phone.ts'
import { problem } from '../problems.ts'
import { poolIsEmpty, usableAmong } from './store.ts'

/** The number that a send asks for. */
export interface SenderRequest {
  /** The number that the key is bound to; `from` is then ignored. */
  readonly boundTo: number | null
  /** Id or phone of a number, as it was sent. */
  readonly from: unknown
}

export interface Sender {
  readonly id: number
  readonly phone: string
}

/**
 * The number to send from; null is any of the pool. Offline numbers count too, because messages wait. Throws
 * `invalid_number` for a malformed phone number, `no_number` for one that the account may not use.
 */
export type ChooseSender = (request: SenderRequest) => Sender | null

/** Reads what decides where these sends of an account come from. Numbers that they name are held until commit. */
export async function readSenders(
  tx: Transaction,
  workspaceId: number,
  requests: readonly SenderRequest[],
): Promise<ChooseSender> {
  const asked = new Set(requests.map(askedOf))
  const ids = [...asked].filter((each) => typeof each === 'number')
  const phones = [...asked].filter((each) => typeof each === 'string')
  const [usable, noPool] = await Promise.all([
    ids.length + phones.length > 0 ? usableAmong(tx, workspaceId, { ids, phones }) : [],
    asked.has(undefined) && poolIsEmpty(tx),
  ])
  return (request) => {
    const wanted = askedOf(request)
    if (wanted === null) throw problem.invalid_number({ message: malformed(request.from) })
    if (wanted === undefined) {
      if (noPool) throw problem.no_number()
      return null
    }
    const number = usable.find(({ id, phone }) => id === wanted || phone === wanted)
    if (!number) throw problem.no_number({ message: 'This account cannot send from that number.' })
    return number
  }
}

const malformed = (from: unknown): string =>
  typeof from === 'string'
    ? `from is ${quoted(from, 40)}, which is not a number id or a phone number.`
    : 'from is not a number id or a phone number.'

/**
 * An id unchanged, one beyond 2^53 as one that no number has, a phone in its E.164 form; undefined when none is asked for, null
 * when it is malformed.
 */
function askedOf({ boundTo, from }: SenderRequest): number | string | undefined | null {
  if (boundTo !== null) return boundTo
  if (from === undefined) return undefined
  if (typeof from === 'number' && Number.isInteger(from) && from > 0)
    return Number.isSafeInteger(from) ? from : 0
  return typeof from === 'string' ? (parsePhone(from) ?? null) : null
}
