import { workspaceFlow } from '../../api/limiters.ts'
import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { problem } from '../problems.ts'
import { announceWithRoom, growRoom } from './room-store.ts'
import { growthOf, requestOf, unreservedBytesMax, type ExpectedBytes } from './room.ts'
import { announceBlob, forgetPending, touchBlob } from './store.ts'

/**
 * Bytes on their way into a blob that is not published: row first, bytes second (ARCHITECTURE.md#life-of-an-upload).
 */
interface PendingBlob {
  readonly key: string
  /**
   * Stores all of `bytes`, once; resolves when they are durable. With `expected` they count against the quota: room for
   * them is reserved before they are written, and `publishBlob` tells how much it is. Rejects with BlobTooLarge,
   * BlobStoreFull, `quota_exceeded`, the failure of `bytes`, or the reason of `discard`.
   */
  readonly store: (
    bytes: AsyncIterable<Uint8Array>,
    bytesMax: number,
    expected?: ExpectedBytes,
  ) => Promise<BlobSeal>
  /** Stops the upload, removes its bytes and releases its reservation, unless the blob was published. Never throws. */
  readonly discard: () => Promise<void>
}

const keyLength = 32
const touchEveryMs = 60_000

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'log' | 'random'>

export function openPendingBlob(
  context: Dependencies,
  workspaceId: number,
  signal: AbortSignal,
): PendingBlob {
  const { blobs, clock, database, log, random } = context
  const key = random.base62(keyLength)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  let storing: Promise<unknown> | undefined

  /** Records the blob; the bytes that are reserved for it from the beginning. */
  async function announce(expected: ExpectedBytes | undefined): Promise<number> {
    const request = expected && requestOf(expected)
    if (!request) {
      await announceBlob(database, workspaceId, key, clock.now())
      return 0
    }
    const granted = await announceWithRoom(database, workspaceId, key, request, clock.now())
    if (!granted) throw problem.quota_exceeded()
    return granted.bytes
  }

  /** The same bytes, each piece once storage is reserved for it. */
  async function* withRoom(
    bytes: AsyncIterable<Uint8Array>,
    reservedBytes: number,
  ): AsyncGenerator<Uint8Array> {
    let roomBytes = reservedBytes
    let sizeBytes = 0
    for await (const piece of bytes) {
      sizeBytes += piece.length
      if (sizeBytes > Math.max(roomBytes, unreservedBytesMax)) {
        const granted = await growRoom(database, workspaceId, key, growthOf(sizeBytes - roomBytes))
        if (!granted) throw problem.quota_exceeded()
        roomBytes += granted.bytes
      }
      yield piece
    }
  }

  async function store(
    bytes: AsyncIterable<Uint8Array>,
    bytesMax: number,
    expected?: ExpectedBytes,
  ): Promise<BlobSeal> {
    // The form may have turned out malformed before its file began.
    stopped.throwIfAborted()
    const reservedBytes = await announce(expected)
    // A slow upload may take hours; the sweeper must not take it for the remains of a crash.
    const touching = setInterval(() => {
      touchBlob(database, workspaceId, key, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'a pending blob could not be touched'),
      )
    }, touchEveryMs)
    touching.unref()
    try {
      const source = expected ? withRoom(bytes, reservedBytes) : bytes
      return await blobs.write(key, source, {
        bytesMax,
        flowKeys: workspaceFlow(workspaceId),
        signal: stopped,
      })
    } finally {
      clearInterval(touching)
    }
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
      // Bytes that were complete before the stop took effect are removed below, all others by the write itself.
      await storing?.catch(() => undefined)
      try {
        if (storing && (await forgetPending(database, workspaceId, key))) await blobs.remove(key)
      } catch (err) {
        log.warn({ err }, 'an abandoned upload could not be removed; the sweeper will remove it')
      }
    },
  }
}
