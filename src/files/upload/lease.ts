import { monotonicMs } from '../../platform/clock.ts'
import type { Context } from '../../api/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Problem } from '../../api/problem.ts'
import { problem } from '../problems.ts'
import { beatChunk, type ChunkId } from './chunk-store.ts'

/*
 * Only the holder of a chunk's lease may write its bytes, because they go to their final place at once. Whether a
 * holder still lives is told by a beat in its row, never by a time of day, so that no set clock makes two writers:
 * - a holder beats every second, and writes nothing further when its last beat is two seconds old until it has beaten
 *   again or learned that the lease is lost;
 * - somebody else may take the lease over who saw the beat stand still for three seconds.
 * A holder in this process is found in memory; it is stopped and waited for when its sender has been silent for long.
 */
const beatEveryMs = 1000
const fencedAfterMs = 2000
export const deadAfterMs = 3000
const silentAfterMs = 30_000

/** The right of one request to write one chunk. */
export interface Lease {
  readonly id: string
  /** Aborts when the request is over or the lease is lost; its reason is then what to answer. */
  readonly signal: AbortSignal
  /** To be called when the lease is in the database: `claimedMs` is the monotonic time before it was asked for. */
  readonly begin: (claimedMs: number) => void
  /** The same bytes, as long as the lease is held. */
  readonly guard: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  /** How many bytes have come through. */
  readonly bytesSeen: () => number
  /** Whether the sender has sent nothing for half a minute. */
  readonly isSilent: () => boolean
  /** Makes the writer fail with `reason` and resolves when it has ended. */
  readonly stop: (reason: Problem) => Promise<void>
  readonly end: () => void
}

/** A lease of this process. */
interface Held {
  readonly chunk: ChunkId
  readonly lease: Lease
}

/** By installation, of which a test may run several in one process; then by the id of the lease. */
const heldIn = new WeakMap<Database, Map<string, Held>>()

function heldBy(database: Database) {
  let held = heldIn.get(database)
  if (!held) heldIn.set(database, (held = new Map<string, Held>()))
  return held
}

export const findHeld = (database: Database, leaseId: string): Lease | undefined =>
  heldBy(database).get(leaseId)?.lease

/** Ends every writer of an upload in this process. */
export async function stopWriters(database: Database, uploadKey: string): Promise<void> {
  const held = [...heldBy(database).values()].filter(({ chunk }) => chunk.uploadKey === uploadKey)
  await Promise.all(held.map(({ lease }) => lease.stop(problem.upload_gone())))
}

/** A lease that is known in this process before it is asked for, so that nobody takes its holder for a stranger. */
export function prepareLease(
  { database, random }: Pick<Context, 'database' | 'random'>,
  chunk: ChunkId,
  signal: AbortSignal,
): Lease {
  const id = random.base62(22)
  const stopper = new AbortController()
  const ended = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let beatenMs = 0
  let lastByteMs = monotonicMs()
  let seen = 0
  let beating: Promise<void> | undefined

  async function beat(): Promise<void> {
    const sentMs = monotonicMs()
    if (await beatChunk(database, chunk, id)) beatenMs = sentMs
    else stopper.abort(problem.chunk_rejected({ message: 'Another request has taken this chunk over.' }))
  }
  const beatOnce = (): Promise<void> => (beating ??= beat().finally(() => (beating = undefined)))

  async function requireLease(): Promise<void> {
    while (monotonicMs() - beatenMs > fencedAfterMs && !stopper.signal.aborted) await beatOnce()
    stopper.signal.throwIfAborted()
  }

  async function* guard(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      lastByteMs = monotonicMs()
      await requireLease()
      seen += piece.length
      yield piece
    }
    // What was gathered is written when the bytes end, which may be long after the last of them came.
    await requireLease()
  }

  const lease: Lease = {
    id,
    signal: AbortSignal.any([signal, stopper.signal]),
    begin(claimedMs) {
      beatenMs = claimedMs
      lastByteMs = claimedMs
      timer = setInterval(() => {
        // A failure is met again by whoever needs the lease.
        if (!lease.isSilent()) beatOnce().catch(() => undefined)
      }, beatEveryMs)
      timer.unref()
    },
    guard,
    bytesSeen: () => seen,
    isSilent: () => monotonicMs() - lastByteMs > silentAfterMs,
    stop(reason) {
      stopper.abort(reason)
      return ended.promise
    },
    end() {
      clearInterval(timer)
      heldBy(database).delete(id)
      ended.resolve()
    },
  }
  heldBy(database).set(id, { chunk, lease })
  return lease
}
