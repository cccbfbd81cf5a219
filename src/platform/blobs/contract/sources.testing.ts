import { systemRandom } from '../../random.ts'
import type { BlobStore, ListedBlob } from '../store.ts'

export const newBlobKey = (): string => systemRandom.base62(22)

/** `bytes` in pieces as they come from a socket: of uneven lengths, around 64 KiB. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0, length = 65_536; start < bytes.length; start += length, length = 60_001) {
    yield bytes.subarray(start, start + length)
  }
}

/**
 * Yields `bytes`, then stays silent for ever, like a client whose network is gone. Calls `onSilence` then.
 */
export async function* thenSilent(bytes: Buffer, onSilence: () => void): AsyncGenerator<Buffer> {
  yield bytes
  onSilence()
  await new Promise<never>(() => {})
}

export async function* thenFails(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* inPieces(bytes)
  throw new Error('The client went away.')
}

export async function listed(store: BlobStore): Promise<ListedBlob[]> {
  const blobs: ListedBlob[] = []
  for await (const blob of store.list()) blobs.push(blob)
  return blobs
}
