import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { durableFile } from './durable-file.ts'
import { syncDirectory } from '../../durable-files.ts'
import { gather, untilAborted } from './gather.ts'
import { crc32Sum } from '../checksum/checksums.ts'
import { asStoreError, folderOf, isMissing, partsOf } from './disk.ts'
import { requireRoom, requireRoomOnTheWay, type LocalStore } from './disk.ts'
import { BlobMissing, BlobPartIncomplete, requireBlobKey, requireBlobPart } from '../store.ts'
import type { BlobPart, WrittenPart, WriteOptions } from '../store.ts'
import { programFlow } from '../../concurrency/flow-key.ts'

/** An unfinished blob is a sparse file of its final size. Parts are written and flushed in place; completing is a rename. */
const pathOf = (store: LocalStore, key: string): string => join(partsOf(store), key)

const missing = (key: string, cause?: unknown): BlobMissing =>
  new BlobMissing(`The unfinished blob ${key} does not exist.`, { cause })

export async function createParts(
  store: LocalStore,
  key: string,
  { sizeBytes, partBytes }: { readonly sizeBytes: number; readonly partBytes: number },
): Promise<string> {
  requireBlobKey(key)
  requireBlobPart({ index: 0, offset: 0, sizeBytes })
  requireBlobPart({ index: 0, offset: 0, sizeBytes: partBytes })
  try {
    await store.folders.require(partsOf(store))
    await requireRoom(store)
    const handle = await open(pathOf(store, key), 'wx', 0o600)
    try {
      await handle.truncate(sizeBytes)
      await stampAndSync(store, handle)
    } catch (error) {
      await rm(pathOf(store, key), { force: true })
      throw error
    } finally {
      await handle.close()
    }
    await syncDirectory(partsOf(store))
    return ''
  } catch (error) {
    if (isMissing(error)) store.folders.forget()
    throw asStoreError(store, error)
  }
}

/** The sweep compares ages with the application's clock; the file server's may differ. */
async function stampAndSync(store: LocalStore, handle: FileHandle): Promise<void> {
  const now = store.clock.now()
  await handle.utimes(now, now)
  await handle.sync()
}

async function openUnfinished(store: LocalStore, key: string): Promise<FileHandle> {
  return open(pathOf(store, key), 'r+').catch((error: unknown) => {
    throw isMissing(error) ? missing(key, error) : error
  })
}

export async function writePart(
  store: LocalStore,
  key: string,
  part: BlobPart,
  source: AsyncIterable<Uint8Array>,
  { flowKeys = programFlow, signal }: WriteOptions = {},
): Promise<WrittenPart> {
  requireBlobKey(key)
  requireBlobPart(part)
  const release = await store.writers.acquire(flowKeys, { signal })
  try {
    await using handle = await openUnfinished(store, key)
    return await fillPart(store, handle, key, part, untilAborted(source, signal))
  } catch (error) {
    throw asStoreError(store, error)
  } finally {
    release()
  }
}

async function fillPart(
  store: LocalStore,
  handle: FileHandle,
  key: string,
  { offset, sizeBytes }: BlobPart,
  source: AsyncIterable<Uint8Array>,
): Promise<WrittenPart> {
  const { size } = await handle.stat()
  if (offset + sizeBytes > size) throw new RangeError(`The part ends beyond the ${size} bytes of the blob.`)
  const file = durableFile(handle)
  const sums = crc32Sum()
  const arrived = await gather(source, { bytesMax: sizeBytes, pool: store.pool, sums }, async (bytes, at) => {
    await requireRoomOnTheWay(store, bytes.length)
    await file.write(bytes, offset + at)
  })
  if (arrived.sizeBytes < sizeBytes)
    throw new BlobPartIncomplete(`The part has ${sizeBytes} bytes and only ${arrived.sizeBytes} came.`)
  const now = store.clock.now()
  await handle.utimes(now, now)
  await file.flush()
  // Another process may have aborted the blob during the write.
  if ((await handle.stat()).nlink === 0) throw missing(key)
  return { crc32: sums.result(), tag: '' }
}

export async function completeParts(store: LocalStore, key: string, sizeBytes: number): Promise<void> {
  requireBlobKey(key)
  const folder = folderOf(store, key)
  await store.folders.require(folder)
  try {
    const handle = await openUnfinished(store, key)
    try {
      const { size } = await handle.stat()
      if (size !== sizeBytes) throw new RangeError(`The blob was begun with ${size} bytes, not ${sizeBytes}.`)
      await stampAndSync(store, handle)
    } finally {
      await handle.close()
    }
    await rename(pathOf(store, key), join(folder, key))
  } catch (error) {
    await requireCompleted(join(folder, key), sizeBytes, error)
  }
  await syncDirectory(folder)
}

/** After a crash the rename may be done and only the sync missing. */
async function requireCompleted(path: string, sizeBytes: number, failure: unknown): Promise<void> {
  if (!(failure instanceof BlobMissing) && !isMissing(failure)) throw failure
  const sealed = await stat(path).catch((error: unknown) => {
    throw isMissing(error) ? failure : error
  })
  if (sealed.size !== sizeBytes) throw failure
}

export async function abortParts(store: LocalStore, key: string): Promise<void> {
  requireBlobKey(key)
  await rm(pathOf(store, key), { force: true })
}
