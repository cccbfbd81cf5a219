import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { announceBlob, forgetPending, touchBlob } from './store.ts'

/**
 * Bytes on their way into a blob that is not published: row first, bytes second (ARCHITECTURE.md#life-of-an-upload).
 */
interface PendingBlob {
  readonly key: string
  /**
   * Stores all of `bytes`, once; resolves when they are durable. Rejects with BlobTooLarge, BlobStoreFull, the failure
   * of `bytes`, or the reason of `discard`.
   */
  readonly store: (bytes: AsyncIterable<Uint8Array>, bytesMax: number) => Promise<BlobSeal>
  /** Stops the upload and removes its bytes, unless the blob was published. Never throws. */
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

  async function store(bytes: AsyncIterable<Uint8Array>, bytesMax: number): Promise<BlobSeal> {
    // The form may have turned out malformed before its file began.
    stopped.throwIfAborted()
    await announceBlob(database, workspaceId, key, clock.now())
    // A slow upload may take hours; the sweeper must not take it for the remains of a crash.
    const touching = setInterval(() => {
      touchBlob(database, workspaceId, key, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'a pending blob could not be touched'),
      )
    }, touchEveryMs)
    touching.unref()
    try {
      return await blobs.write(key, bytes, { bytesMax, signal: stopped })
    } finally {
      clearInterval(touching)
    }
  }

  return {
    key,
    store: (bytes, bytesMax) => {
      const stored = store(bytes, bytesMax)
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
