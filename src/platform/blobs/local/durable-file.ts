import { constants, open, type FileHandle } from 'node:fs/promises'

/**
 * So little, because of a chunk of 16 MiB the answer waits for what is unflushed at its end: with 2 MiB chunks come in a
 * third faster than with 16. A slow disk gathers more, since only one flush is under way.
 */
const flushEveryBytes = 2 * 1024 * 1024

/**
 * An open file that is flushed to the disk while it is written, so that the last flush is short whatever its
 * size.
 */
export interface DurableFile {
  readonly write: (bytes: Buffer, offset: number) => Promise<void>
  /**
   * Resolves when everything that was written survives a crash. Rejects with the first failure of any flush.
   */
  readonly flush: () => Promise<void>
}

/**
 * What goes past the page cache begins and ends at a multiple of this in the file, and in the buffer. Whether the buffer
 * itself begins at a page of memory cannot be seen; where not, the file system refuses it and all that follows goes through
 * the cache.
 */
const blockBytes = 4096

/**
 * Flushes behind the writer, one flush at a time. The kernel reports a failed flush once only,
 * so each result is kept for `flush`. With `past`, the same file opened by `openPastCache`, whole blocks go to the disk
 * without a copy in the page cache. The handles stay the caller's to close, after `flush` or a failure.
 */
export function durableFile(
  handle: Pick<FileHandle, 'write' | 'datasync'>,
  past?: Pick<FileHandle, 'write'>,
): DurableFile {
  let cachedBytes = 0
  /** Not even the length of an empty file is on the disk before the first flush. */
  let unflushed = true
  let flushing: Promise<void> | undefined
  let failure: Error | undefined
  let direct = past

  async function flushBehind(): Promise<void> {
    cachedBytes = 0
    unflushed = false
    try {
      await handle.datasync()
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
    flushing = undefined
  }

  /** Answers how many bytes were written, which may be none. */
  async function writePastCache(bytes: Buffer, offset: number): Promise<number> {
    const isWholeBlocks = [bytes.length, bytes.byteOffset, offset].every((at) => at % blockBytes === 0)
    if (!direct || !isWholeBlocks) return 0
    try {
      return (await direct.write(bytes, 0, bytes.length, offset)).bytesWritten
    } catch (error) {
      if (!isRefusal(error)) throw error
      direct = undefined
      return 0
    }
  }

  return {
    async write(bytes, offset) {
      let written = await writePastCache(bytes, offset)
      cachedBytes += bytes.length - written
      // A write may stop short, at a full disk for example; the next one then says why.
      while (written < bytes.length) {
        written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
      }
      // After the writes, so that a flush which began before them does not count for these bytes.
      unflushed = true
      if (cachedBytes >= flushEveryBytes) flushing ??= flushBehind()
    },
    async flush() {
      await flushing
      if (failure === undefined && unflushed) await flushBehind()
      if (failure !== undefined) throw failure
    },
  }
}

/** How a file system says that it does not support this, or that its blocks are larger than ours. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP')

/**
 * Opens a file a second time, to write past the page cache, where copying to it may take longer than the disk: decision
 * 17. Undefined where the system or the file system does not support it.
 */
export async function openPastCache(path: string): Promise<FileHandle | undefined> {
  // Of the systems that Node knows only Linux has it, which its types do not say.
  const flag = constants.O_DIRECT as number | undefined
  if (flag === undefined) return undefined
  // Any other fault of the file is reported by the first open.
  return open(path, constants.O_RDWR | flag).catch(() => undefined)
}
