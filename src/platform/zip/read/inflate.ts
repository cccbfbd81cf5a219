import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createInflateRaw, crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import type { BorrowedBytes } from '../../blobs/store.ts'
import { detachAfterUse } from '../../detach.ts'
import { deflatedMethod, type ArchiveEntry } from './archive.ts'
import { ArchiveFault } from './fault.ts'
import type { ReadRange } from './source.ts'

const inflateInPool = promisify(inflateRaw)

/** Below this the thread pool costs more than inflating. */
const inlineBytesMax = 16 * 1024
const chunkBytes = 256 * 1024

const broken = (cause?: unknown): ArchiveFault =>
  new ArchiveFault('invalid', 'The data of an entry is damaged: its size or checksum is wrong.', cause)

const isZlibError = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
}

/** Checks size and CRC-32. Throws ArchiveFault. */
export async function inflateEntry(entry: ArchiveEntry, data: Buffer): Promise<Buffer> {
  const bytes = entry.method === deflatedMethod ? await inflateWhole(entry, data) : data
  requireIntact(entry, { sizeBytes: bytes.length, crc32: crc32(bytes) })
  return bytes
}

async function inflateWhole({ sizeBytes }: ArchiveEntry, data: Buffer): Promise<Buffer> {
  // One spare byte, because zlib rejects a limit of 0.
  const options = {
    maxOutputLength: sizeBytes + 1,
    chunkSize: Math.min(Math.max(sizeBytes + 1, 64), chunkBytes),
  }
  try {
    return sizeBytes <= inlineBytesMax ? inflateRawSync(data, options) : await inflateInPool(data, options)
  } catch (error) {
    throw isZlibError(error) ? broken(error) : error
  }
}

/** Pieces are valid until the next. The caller checks the whole with `requireIntact`. Throws ArchiveFault. */
export async function* inflateStream(
  entry: ArchiveEntry,
  dataStart: number,
  read: ReadRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { compressedBytes, method, sizeBytes } = entry
  let left = sizeBytes
  try {
    const data = await read({ start: dataStart, end: dataStart + compressedBytes - 1 })
    for await (const chunk of method === deflatedMethod ? inflated(data) : data) {
      left -= chunk.length
      if (left < 0) throw broken()
      yield chunk
    }
  } catch (error) {
    throw isZlibError(error) ? broken(error) : error
  }
}

function inflated(data: BorrowedBytes): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  // The iteration reports failures; the callback is mandatory.
  pipeline(withCopies(data, inflate.writableHighWaterMark), inflate, () => undefined)
  return detachAfterUse(inflate as AsyncIterable<Buffer>)
}

/** After a short piece a stream pulls the next one before it reads the first. */
async function* withCopies(
  data: BorrowedBytes,
  shortBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of data) yield piece.length < shortBytes ? Buffer.from(piece) : piece
}

export function requireIntact(
  entry: ArchiveEntry,
  found: { readonly sizeBytes: number; readonly crc32: number },
): void {
  if (found.sizeBytes !== entry.sizeBytes || found.crc32 !== entry.crc32) throw broken()
}
