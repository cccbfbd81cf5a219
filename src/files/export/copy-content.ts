import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../api/context.ts'
import { BlobMissing, type BorrowedBytes } from '../../platform/blobs/store.ts'
import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import { hasCode } from '../../platform/system-error.ts'
import type { ExportedItem, ListedItem } from './model.ts'
import { findBlobKey } from './store.ts'

export interface CopyOptions {
  readonly workspaceId: number
  /** Exists, and has neither folder of the tree. */
  readonly directory: string
  readonly signal: AbortSignal
  /** Called with the size of each piece. */
  readonly wrote: (bytes: number) => void
}

type Written = Pick<ExportedItem, 'path' | 'sha256' | 'state'>

/** Writes a file under the first of `paths` that is free, flushed, with its time. */
export async function copyContent(
  context: Pick<Context, 'blobs' | 'database'>,
  item: ListedItem,
  paths: readonly string[],
  options: CopyOptions,
): Promise<Written> {
  const { workspaceId, directory } = options
  const bytes = await contentOf(context, workspaceId, item)
  if (typeof bytes === 'string') return { path: null, sha256: item.sha256, state: bytes }
  const { path, handle } = await createFirst(directory, paths)
  try {
    const { sha256, size } = await writeAll(handle, bytes, options)
    await handle.datasync()
    const changedAt = new Date(`${item.updated_at.replace(' ', 'T')}Z`)
    await handle.utimes(changedAt, changedAt)
    const isWhole = size === item.size && (item.sha256 === null || item.sha256 === sha256)
    return { path, sha256, state: isWhole ? 'exported' : 'damaged' }
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error
    await rm(join(directory, path))
    return { path: null, sha256: item.sha256, state: 'missing' }
  } finally {
    await handle.close()
  }
}

async function contentOf(
  { blobs, database }: Pick<Context, 'blobs' | 'database'>,
  workspaceId: number,
  { id, size, blob_key: listedKey }: ListedItem,
): Promise<BorrowedBytes | 'gone' | 'missing'> {
  const range = { start: 0, end: size - 1 }
  for (let key = listedKey ?? undefined; key !== undefined;) {
    try {
      return await blobs.borrow(key, range)
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
    }
    const missing = key
    key = await findBlobKey(database, workspaceId, id)
    if (key === missing) return 'missing'
  }
  return 'gone'
}

/** `O_EXCL` follows no symbolic link. */
const created = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

async function createFirst(
  directory: string,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly handle: FileHandle }> {
  for (const path of paths) {
    try {
      return { path, handle: await open(join(directory, path), created, 0o600) }
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
  throw new Error(`${paths.at(-1)} exists in the export already.`)
}

async function writeAll(handle: FileHandle, bytes: BorrowedBytes, { signal, wrote }: CopyOptions) {
  const digest = createHash('sha256')
  let size = 0
  for await (const piece of bytes) {
    signal.throwIfAborted()
    digest.update(piece)
    size += piece.length
    for (let at = 0; at < piece.length;) at += (await handle.write(piece, at)).bytesWritten
    wrote(piece.length)
    await yieldToEventLoop()
  }
  return { sha256: digest.digest('hex'), size }
}
