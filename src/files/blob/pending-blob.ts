import { workspaceFlow } from '../../api/limiters.ts'
import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { problem } from '../problems.ts'
import { announceReserved, growReservation } from './reservation-store.ts'
import {
  initialReservation,
  reservationGrowth,
  unreservedBytesMax,
  type ExpectedBytes,
} from './reservation.ts'
import { announceBlobs, deletePendingBlobs, touchBlobs } from './store.ts'

/** An unpublished blob: row first, bytes second (ARCHITECTURE.md#life-of-an-upload). */
interface PendingBlob {
  readonly key: string
  /**
   * Stores all of `bytes`, once; resolves when they are durable. With `expected`, storage is reserved first. Rejects with
   * BlobTooLarge, BlobStoreFull, `quota_exceeded`, the failure of `bytes`, or the reason of `discard`.
   */
  readonly store: (
    bytes: AsyncIterable<Uint8Array>,
    bytesMax: number,
    expected?: ExpectedBytes,
  ) => Promise<BlobSeal>
  /** Stops the upload, and removes its bytes and reservation unless it was published. Never throws. */
  readonly discard: () => Promise<void>
}

interface BlobId {
  readonly workspaceId: number
  readonly key: string
}

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'log' | 'random'>

const keyLength = 32
const touchEveryMs = 60_000

export function openPendingBlob(
  context: Dependencies,
  workspaceId: number,
  signal: AbortSignal,
): PendingBlob {
  const { blobs, database, log, random } = context
  const key = random.base62(keyLength)
  const stop = new AbortController()
  const options = { flowKeys: workspaceFlow(workspaceId), signal: AbortSignal.any([signal, stop.signal]) }
  let storing: Promise<unknown> | undefined

  async function store(
    bytes: AsyncIterable<Uint8Array>,
    bytesMax: number,
    expected?: ExpectedBytes,
  ): Promise<BlobSeal> {
    // The form may have turned out malformed before its file began.
    options.signal.throwIfAborted()
    const blob = { workspaceId, key }
    const reservedBytes = await announce(context, blob, expected)
    const source = expected ? reserving(database, blob, bytes, reservedBytes) : bytes
    return whileTouching(context, workspaceId, [key], () =>
      blobs.write(key, source, { ...options, bytesMax }),
    )
  }

  return {
    key,
    store: (...source) => {
      const stored = store(...source)
      storing = stored
      return stored
    },
    async discard() {
      stop.abort()
      // A write that completed before the stop leaves bytes to remove below; all others remove their own.
      await storing?.catch(() => undefined)
      try {
        const deleted = storing ? await deletePendingBlobs(database, workspaceId, [key]) : []
        if (deleted.length > 0) await blobs.remove(key)
      } catch (err) {
        log.warn({ err }, 'an aborted upload could not be removed; the sweeper will remove it')
      }
    },
  }
}

async function announce(
  { clock, database }: Dependencies,
  { workspaceId, key }: BlobId,
  expected: ExpectedBytes | undefined,
): Promise<number> {
  const request = expected && initialReservation(expected)
  if (!request) {
    await announceBlobs(database, workspaceId, [{ key, sizeBytes: 0 }], clock.now())
    return 0
  }
  const granted = await announceReserved(database, workspaceId, key, request, clock.now())
  if (!granted) throw problem.quota_exceeded()
  return granted.bytes
}

async function* reserving(
  database: Database,
  { workspaceId, key }: BlobId,
  bytes: AsyncIterable<Uint8Array>,
  reservedAtFirst: number,
): AsyncGenerator<Uint8Array> {
  let reservedBytes = reservedAtFirst
  let sizeBytes = 0
  for await (const piece of bytes) {
    sizeBytes += piece.length
    if (sizeBytes > Math.max(reservedBytes, unreservedBytesMax)) {
      const growth = reservationGrowth(sizeBytes - reservedBytes)
      const granted = await growReservation(database, workspaceId, key, growth)
      if (!granted) throw problem.quota_exceeded()
      reservedBytes += granted.bytes
    }
    yield piece
  }
}

/** Touches blobs during `work`, so that the sweeper does not take a slow upload for a crashed one. */
export async function whileTouching<Result>(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  workspaceId: number,
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const touching = setInterval(() => {
    touchBlobs(database, workspaceId, keys, clock.now()).catch((err: unknown) =>
      log.warn({ err }, 'pending blobs could not be touched'),
    )
  }, touchEveryMs)
  touching.unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
  }
}
