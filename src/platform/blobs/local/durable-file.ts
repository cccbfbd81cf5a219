import type { FileHandle } from 'node:fs/promises'

/** At the end of a 16 MiB chunk the client waits for unflushed bytes; 2 MiB makes chunks a third faster than 16. */
const flushEveryBytes = 2 * 1024 * 1024

export interface DurableFile {
  readonly write: (bytes: Buffer, offset: number) => Promise<void>
  /** Resolves when all written bytes are durable. Rejects with the first failure of any flush. */
  readonly flush: () => Promise<void>
}

/** The kernel reports a failed flush only once, so each result is kept for `flush`. The caller closes the handle. */
export function durableFile(handle: Pick<FileHandle, 'write' | 'datasync'>): DurableFile {
  let unflushedBytes = 0
  let unflushed = true
  let flushing: Promise<void> | undefined
  let failure: Error | undefined

  async function flushBehind(): Promise<void> {
    unflushedBytes = 0
    unflushed = false
    try {
      await handle.datasync()
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
    flushing = undefined
  }

  return {
    async write(bytes, offset) {
      let written = 0
      while (written < bytes.length) {
        written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
      }
      // After the writes, because a flush that began earlier does not cover these bytes.
      unflushed = true
      unflushedBytes += bytes.length
      if (unflushedBytes >= flushEveryBytes) flushing ??= flushBehind()
    },
    async flush() {
      await flushing
      if (failure === undefined && unflushed) await flushBehind()
      if (failure !== undefined) throw failure
    },
  }
}
