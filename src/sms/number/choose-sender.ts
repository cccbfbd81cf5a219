import type { Transaction } from '../../platform/database/database.ts'
import { quoted } from '../../platform/quoted.ts'
import { parsePhone } from '../phone.ts'
import { problem } from '../problems.ts'
import { poolIsEmpty, usableAmong } from './store.ts'

export interface SenderRequest {
  /** The number that the key is bound to; `from` is then ignored. */
  readonly boundTo: number | null
  readonly from: unknown
}

export interface Sender {
  readonly id: number
  readonly phone: string
}

/** null: any number of the pool, online or not, because messages wait. Throws `invalid_number` or `no_number`. */
export type ChooseSender = (request: SenderRequest) => Sender | null

/** Reads what decides the senders of these sends. Holds the numbers that they name until commit. */
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

/** An id, or a phone in E.164 form; 0 for an id beyond 2^53; undefined when absent; null when malformed. */
function askedOf({ boundTo, from }: SenderRequest): number | string | undefined | null {
  if (boundTo !== null) return boundTo
  if (from === undefined) return undefined
  if (typeof from === 'number' && Number.isInteger(from) && from > 0)
    return Number.isSafeInteger(from) ? from : 0
  return typeof from === 'string' ? (parsePhone(from) ?? null) : null
}
