import { constants, open, type FileHandle } from 'node:fs/promises'

/** At the end of a 16 MiB chunk the client waits for unflushed bytes; 2 MiB makes chunks a third faster than 16. */
const flushEveryBytes = 2 * 1024 * 1024

export interface DurableFile {
  readonly write: (bytes: Buffer, offset: number) => Promise<void>
  /** Resolves when all written bytes are durable. Rejects with the first failure of any flush. */
  readonly flush: () => Promise<void>
}

/** O_DIRECT needs offsets and lengths in multiples of this. It refuses unaligned buffers, which then use the page cache. */
const blockBytes = 4096

/** The kernel reports a failed flush only once, so each result is kept for `flush`. The caller closes both handles. */
export function durableFile(
  handle: Pick<FileHandle, 'write' | 'datasync'>,
  past?: Pick<FileHandle, 'write'>,
): DurableFile {
  let cachedBytes = 0
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
      while (written < bytes.length) {
        written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
      }
      // After the writes, because a flush that began earlier does not cover these bytes.
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

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP')

/** Reopens a file with O_DIRECT, because the page cache may be slower than the disk: decision 17. Undefined if unsupported. */
export async function openPastCache(path: string): Promise<FileHandle | undefined> {
  // Only on Linux; Node's types don't say so.
  const flag = constants.O_DIRECT as number | undefined
  if (flag === undefined) return undefined
  return open(path, constants.O_RDWR | flag).catch(() => undefined)
}
