import { monotonicMs } from '../../platform/clock.ts'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import type { Context } from '../../api/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Problem } from '../../api/problem.ts'
import { problem } from '../problems.ts'
import { beatChunk, type ChunkId } from './chunk-store.ts'

/*
 * A chunk's bytes go to their final place at once, so only the holder of its lease may write them. The holder beats in
 * its row every second, and stops writing while its last beat is older than two; another request may take over after three
 * seconds without a beat. Beats are not times of day, so that a changed clock cannot make two writers. A silent holder in
 * the same process is stopped instead.
 */
const beatEveryMs = 1000
const fencedAfterMs = 2000
export const deadAfterMs = 3000
const silentAfterMs = 30_000

export interface Lease {
  readonly id: string
  /** Aborts when the request is over or the lease is lost; the reason is the response. */
  readonly signal: AbortSignal
  /** Call it once the lease is in the database; `claimedMs` is the monotonic time before the claim. */
  readonly begin: (claimedMs: number) => void
  readonly guard: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  readonly bytesSeen: () => number
  readonly isSilent: () => boolean
  readonly stop: (reason: Problem) => Promise<void>
  readonly end: () => void
}

interface HeldLease {
  readonly chunk: ChunkId
  readonly lease: Lease
}

/** By installation, because a test may run several in one process; then by the id of the lease. */
const heldIn = new WeakMap<Database, Map<string, HeldLease>>()

function heldBy(database: Database) {
  let held = heldIn.get(database)
  if (!held) heldIn.set(database, (held = new Map<string, HeldLease>()))
  return held
}

export const findHeld = (database: Database, leaseId: string): Lease | undefined =>
  heldBy(database).get(leaseId)?.lease

export async function stopWriters(database: Database, uploadKey: string): Promise<void> {
  const held = [...heldBy(database).values()].filter(({ chunk }) => chunk.uploadKey === uploadKey)
  await Promise.all(held.map(({ lease }) => lease.stop(problem.upload_gone())))
}

/** Registered before the claim, so that another request here finds the writer in memory. */
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

  async function beat(): Promise<void> {
    const sentMs = monotonicMs()
    if (await beatChunk(database, chunk, id)) beatenMs = sentMs
    else stopper.abort(problem.chunk_rejected({ message: 'Another request has taken over this chunk.' }))
  }
  const beatOnce = singleFlight(beat)

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
    // Buffered bytes are written when the stream ends, which may be long after the last piece.
    await requireLease()
  }

  const lease: Lease = {
    id,
    signal: AbortSignal.any([signal, stopper.signal]),
    begin(claimedMs) {
      beatenMs = claimedMs
      lastByteMs = claimedMs
      timer = setInterval(() => {
        // The next statement that needs the lease fails too, and reports it.
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
