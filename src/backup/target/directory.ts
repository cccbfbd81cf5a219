import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { hasRoom, isFull, measureEveryBytes } from '../../platform/blobs/local/disk.ts'
import { durableFile } from '../../platform/blobs/local/durable-file.ts'
import { durableFolders } from '../../platform/blobs/local/folders.ts'
import { openBlobs } from '../../platform/blobs/setup/open.ts'
import { BlobStoreFull } from '../../platform/blobs/store.ts'
import { syncDirectory } from '../../platform/durable-files.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { hasCode } from '../../platform/system-error.ts'
import { archiveSuffix } from '../archive/format.ts'
import {
  newestFirst,
  noArchive,
  poolFolder,
  storedArchive,
  type StoredArchive,
  type Target,
  type TargetTools,
} from './target.ts'

const partialSuffix = '.partial'

/** The directory is created by the first write. */
export async function openDirectory(directory: string, tools: TargetTools): Promise<Target> {
  await requireDirectory(directory)
  const blobs = await openBlobs({ kind: 'directory', directory: join(directory, poolFolder) }, tools)
  return {
    name: directory,
    directory,
    list: () => list(directory),
    read: (name) => read(directory, name),
    write: (name, source) => write(directory, name, source),
    remove: (name) => rm(join(directory, basename(name)), { force: true }),
    async removeUnfinished() {
      for (const name of await namesIn(directory))
        if (name.endsWith(archiveSuffix + partialSuffix)) await rm(join(directory, name), { force: true })
    },
    blobs,
    close: blobs.close,
  }
}

async function requireDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw unusable(directory, error)
  })
  if (found && !found.isDirectory())
    throw new OperatorError(`${directory} is a file. Name a directory for the backups.`)
}

function unusable(directory: string, cause: unknown): OperatorError {
  if (hasCode(cause, 'ENOTDIR'))
    return new OperatorError(`${directory} is below a file. Name a directory for the backups.`, { cause })
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OperatorError(`The backup directory ${directory} cannot be used: ${reason}.`, { cause })
}

const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw unusable(directory, error)
  })

async function list(directory: string): Promise<StoredArchive[]> {
  const archives: StoredArchive[] = []
  for (const name of await namesIn(directory)) {
    if (!name.endsWith(archiveSuffix)) continue
    const found = await stat(join(directory, name)).catch(() => undefined)
    if (found?.isFile()) archives.push(storedArchive({ name, sizeBytes: found.size, writtenAt: found.mtime }))
  }
  return newestFirst(archives)
}

async function read(directory: string, name: string): Promise<Readable> {
  const handle = await open(join(directory, name)).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT', 'ENOTDIR') ? noArchive(name, directory) : unusable(directory, error)
  })
  if (!(await handle.stat()).isFile()) {
    await handle.close()
    throw noArchive(name, directory)
  }
  return handle.createReadStream()
}

async function write(
  directory: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredArchive> {
  const path = join(directory, name)
  const partial = path + partialSuffix
  try {
    await durableFolders(directory).require(directory)
    const sizeBytes = await fill(directory, partial, source)
    await rename(partial, path)
    await syncDirectory(directory)
    const { mtime } = await stat(path)
    return storedArchive({ name, sizeBytes, writtenAt: mtime })
  } catch (error) {
    // A partial file that stays is removed by the next backup.
    await rm(partial, { force: true }).catch(() => undefined)
    if (isFull(error)) throw full(directory, error)
    throw hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST')
      ? unusable(directory, error)
      : error
  }
}

async function fill(directory: string, path: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  await using handle = await open(path, 'w', 0o600)
  const file = durableFile(handle)
  let sizeBytes = 0
  let measuredAt = -measureEveryBytes
  for await (const piece of source) {
    if (sizeBytes - measuredAt >= measureEveryBytes) {
      if (!(await hasRoom(directory))) throw full(directory)
      measuredAt = sizeBytes
    }
    await file.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length), sizeBytes)
    sizeBytes += piece.length
  }
  await file.flush()
  return sizeBytes
}

const full = (directory: string, cause?: unknown): BlobStoreFull =>
  new BlobStoreFull(
    `The disk of the backup directory ${directory} is full. Free some space, or use another directory.`,
    { cause },
  )
