import type { FileHandle } from 'node:fs/promises'

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
 * Flushes behind the writer, one flush at a time. The kernel reports a failed flush once only,
 * so each result is kept for `flush`. The handle stays the caller's to close, after `flush` or a failure.
 */
export function durableFile(handle: Pick<FileHandle, 'write' | 'datasync'>): DurableFile {
  let unflushedBytes = 0
  /** Not even the length of an empty file is on the disk before the first flush. */
  let everFlushed = false
  let flushing: Promise<void> | undefined
  let failure: Error | undefined

  async function flushBehind(): Promise<void> {
    unflushedBytes = 0
    everFlushed = true
    try {
      await handle.datasync()
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
    flushing = undefined
  }

  return {
    async write(bytes, offset) {
      // A write may stop short, at a full disk for example; the next one then says why.
      for (let written = 0; written < bytes.length;) {
        written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
      }
      unflushedBytes += bytes.length
      if (unflushedBytes >= flushEveryBytes) flushing ??= flushBehind()
    },
    async flush() {
      await flushing
      if (failure === undefined && (unflushedBytes > 0 || !everFlushed)) await flushBehind()
      if (failure !== undefined) throw failure
    },
  }
}
