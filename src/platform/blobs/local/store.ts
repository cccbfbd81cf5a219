import type { Dirent } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { OperatorError } from '../../operator-error.ts'
import { bufferPool } from '../buffer-pool.ts'
import { checksumsBeside } from '../checksum/checksums-beside.ts'
import { durableFile } from './durable-file.ts'
import { syncDirectory } from '../../durable-files.ts'
import { durableFolders } from './folders.ts'
import { gather, untilAborted } from './gather.ts'
import { asStoreError, folderOf, isMissing, objectsOf, partsOf } from './disk.ts'
import { requireRoom, requireRoomOnTheWay, reserveBytesDefault, unfinishedOf } from './disk.ts'
import type { LocalBlobsOptions, LocalStore } from './disk.ts'
import { abortParts, createParts, completeParts, writePart } from './parts.ts'
import { borrow, read } from './read.ts'
import { withPackedBlobs } from '../packed-blobs.ts'
import { blobKeyPattern, BlobStoreFull, requireBlobKey } from '../store.ts'
import type { BlobSeal, BlobStore, ListedBlob } from '../store.ts'
import { programFlow } from '../../concurrency/flow-key.ts'
import { openWriters } from '../writers.ts'

const writersMax = 256

const partsSuffix = '.parts'

/** `<key>.<start in base 36>-<16 random characters>`. No key contains a dot. */
const unfinishedPattern = /^[0-9A-Za-z_-]{16,64}\.([0-9a-z]{1,11})-[0-9A-Za-z]{16}$/

async function fill(
  store: LocalStore,
  path: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, signal }: Parameters<BlobStore['write']>[2],
): Promise<BlobSeal> {
  const handle = await open(path, 'wx', 0o600)
  const file = durableFile(handle)
  const sums = checksumsBeside()
  try {
    const gathering = { bytesMax, pool: store.pool, beside: sums }
    const { sizeBytes } = await gather(untilAborted(source, signal), gathering, async (bytes, offset) => {
      await requireRoomOnTheWay(store, bytes.length)
      await file.write(bytes, offset)
    })
    const now = store.clock.now()
    await handle.utimes(now, now)
    await file.flush()
    return { sizeBytes, ...(await sums.result()) }
  } finally {
    sums.close()
    await handle.close()
  }
}

async function write(
  store: LocalStore,
  ...[key, source, options]: Parameters<BlobStore['write']>
): Promise<BlobSeal> {
  requireBlobKey(key)
  options.signal?.throwIfAborted()
  const startedAt = store.clock.now().getTime().toString(36)
  const name = `${key}.${startedAt}-${store.random.base62(16)}`
  const folder = folderOf(store, key)
  let path = join(unfinishedOf(store), name)
  const release = await store.writers.acquire(options.flowKeys ?? programFlow, options)
  store.writing.add(name)
  try {
    await store.folders.require(unfinishedOf(store))
    await requireRoom(store)
    const seal = await fill(store, path, source, options)
    await store.folders.require(folder)
    options.signal?.throwIfAborted()
    await rename(path, join(folder, key))
    path = join(folder, key)
    await syncDirectory(folder)
    return seal
  } catch (error) {
    if (isMissing(error)) store.folders.forget()
    await rm(path, { force: true }).catch((err: unknown) => {
      store.log.warn({ key, err }, 'A failed write left bytes behind. The sweep will remove them.')
    })
    throw asStoreError(store, error)
  } finally {
    store.writing.delete(name)
    release()
  }
}

async function sizeOf(store: LocalStore, key: string): Promise<number | undefined> {
  requireBlobKey(key)
  try {
    return (await stat(join(folderOf(store, key), key))).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function remove(store: LocalStore, key: string): Promise<void> {
  if (unfinishedPattern.test(key)) return rm(join(unfinishedOf(store), key), { force: true })
  if (key.endsWith(partsSuffix)) return abortParts(store, key.slice(0, -partsSuffix.length))
  requireBlobKey(key)
  await rm(join(folderOf(store, key), key), { force: true })
}

async function* entriesOf(path: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function writtenAt(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function* list(store: LocalStore): AsyncGenerator<ListedBlob> {
  for await (const { name } of entriesOf(unfinishedOf(store))) {
    const startedAt = unfinishedPattern.exec(name)?.[1]
    if (startedAt === undefined || store.writing.has(name)) continue
    const changedAt = await writtenAt(join(unfinishedOf(store), name))
    if (!changedAt) continue
    // Writes set the file server's time, the start is ours; the later one is safe.
    const latest = Math.max(changedAt.getTime(), Number.parseInt(startedAt, 36))
    yield { key: name, writtenAt: new Date(latest), unfinished: true }
  }
  for await (const { name } of entriesOf(partsOf(store))) {
    if (!blobKeyPattern.test(name)) continue
    const changedAt = await writtenAt(join(partsOf(store), name))
    if (changedAt) yield { key: `${name}${partsSuffix}`, writtenAt: changedAt, unfinished: true }
  }
  for await (const outer of entriesOf(objectsOf(store))) {
    if (!outer.isDirectory()) continue
    for await (const inner of entriesOf(join(objectsOf(store), outer.name))) {
      if (inner.isDirectory()) yield* listFolder(join(objectsOf(store), outer.name, inner.name))
    }
  }
}

async function* listFolder(folder: string): AsyncGenerator<ListedBlob> {
  for await (const { name } of entriesOf(folder)) {
    if (!blobKeyPattern.test(name)) continue
    const changedAt = await writtenAt(join(folder, name))
    if (changedAt) yield { key: name, writtenAt: changedAt, unfinished: false }
  }
}

/** A whole write, so that all permissions and calls of an upload are tried. */
async function check(store: LocalStore): Promise<void> {
  const key = store.random.base62(32)
  const probe = Readable.from([Buffer.from('probe')])
  try {
    await write(store, key, probe, { bytesMax: 16 })
    await remove(store, key)
  } catch (error) {
    if (error instanceof BlobStoreFull) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The blob directory ${store.directory} cannot be written: ${reason}`, {
      cause: error,
    })
  }
}

/** `objects/ab/c/<key>`, unfinished in `tmp/` and `parts/<key>`. Modes 0700 and 0600. Processes may share a directory. */
export function openLocalBlobs(options: LocalBlobsOptions): BlobStore {
  const directory = resolve(options.directory)
  const store: LocalStore = {
    ...options,
    directory,
    reserveBytes: options.reserveBytes ?? reserveBytesDefault,
    folders: durableFolders(directory),
    pool: bufferPool(),
    writers: openWriters('writers', writersMax),
    writing: new Set(),
    unmeasuredBytes: 0,
  }
  return withPackedBlobs({
    write: (key, source, writeOptions) => write(store, key, source, writeOptions),
    sizeOf: (key) => sizeOf(store, key),
    read: (key, range) => read(store, key, range),
    borrow: (key, range) => borrow(store, key, range),
    createParts: (key, sizes) => createParts(store, key, sizes),
    writePart: (key, _reference, part, source, partOptions) =>
      writePart(store, key, part, source, partOptions),
    completeParts: (key, _reference, { sizeBytes }) => completeParts(store, key, sizeBytes),
    abortParts: (key) => abortParts(store, key),
    remove: (key) => remove(store, key),
    list: () => list(store),
    pathOf: (key) => relative(directory, join(folderOf(store, key), key)),
    limiters: [store.writers],
    check: () => check(store),
  })
}
