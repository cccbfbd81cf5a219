import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../api/context.ts'
import { BlobMissing, type BlobStore } from '../../platform/blobs/store.ts'
import { syncDirectory } from '../../platform/durable-files.ts'
import { hasCode } from '../../platform/system-error.ts'
import { poolFolder, type Target } from '../target/target.ts'

export interface ListedObject {
  readonly key: string
  readonly size: number
  /** `-`: not known. */
  readonly sha256: string
}

/** `damaged`: the store lost its bytes, or others came back. */
export type PoolOutcome = 'present' | 'linked' | 'copied' | 'damaged'

export interface PoolCopy {
  /** Makes sure that the pool has the blob. Throws BlobStoreFull. */
  readonly keep: (blob: ListedObject) => Promise<PoolOutcome>
  /** Resolves when all kept blobs are durable. */
  readonly settle: () => Promise<void>
}

const changedMessage = 'The bytes of a blob have changed, so the backup does not have them.'

type Source = Pick<Context, 'blobs' | 'log' | 'settings'>

/** Blobs never change, so those in the pool are skipped. On one file system they are hard links and need no room. */
export function openPoolCopy(source: Source, target: Target, signal?: AbortSignal): PoolCopy {
  const linker = openLinker(source, target)
  const { blobs, log } = source
  const damaged = (key: string, message: string): PoolOutcome => {
    log.error({ key }, message)
    return 'damaged'
  }
  return {
    async keep(blob) {
      signal?.throwIfAborted()
      try {
        const linked = await linker?.link(blob)
        if (linked === 'damaged') return damaged(blob.key, changedMessage)
        if (linked) return linked
        if (await isThere(target.blobs, blob.key)) return 'present'
        if (await copyBlob(blobs, target.blobs, blob, signal)) return 'copied'
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error
        if (await isThere(target.blobs, blob.key)) {
          log.error({ key: blob.key }, 'The bytes of a blob are missing. Backups have them.')
          return 'present'
        }
        return damaged(blob.key, 'The bytes of a blob are missing, so the backup does not have them.')
      }
      return damaged(blob.key, changedMessage)
    },
    settle: async () => linker?.settle(),
  }
}

async function isThere(pool: BlobStore, key: string): Promise<boolean> {
  try {
    const nothing = await pool.read(key, { start: 0, end: -1 })
    nothing.destroy()
    return true
  } catch (error) {
    if (error instanceof BlobMissing) return false
    throw error
  }
}

/** One multipart upload to a bucket holds 80 GB; larger blobs go in parts of their own. A directory has no such limit. */
const wholeBytesMax = 64 * 1024 ** 3
const partBytes = 32 * 1024 ** 2

/** False, and nothing is left, if its bytes are not those that are listed. Throws BlobMissing and BlobStoreFull. */
export async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  { key, size, sha256 }: ListedObject,
  signal?: AbortSignal,
): Promise<boolean> {
  if (size > wholeBytesMax && to.pathOf?.(key) === undefined) {
    await copyInParts(from, to, { key, size }, signal)
    return true
  }
  const bytes = (await from.borrow(key, { start: 0, end: size - 1 })) as AsyncIterable<Uint8Array>
  const seal = await to.write(key, bytes, { bytesMax: size, signal })
  if (seal.sizeBytes === size && (sha256 === '-' || seal.sha256 === sha256)) return true
  await to.remove(key)
  return false
}

async function copyInParts(
  from: BlobStore,
  to: BlobStore,
  { key, size }: Pick<ListedObject, 'key' | 'size'>,
  signal?: AbortSignal,
): Promise<void> {
  const reference = await to.createParts(key, { sizeBytes: size, partBytes })
  try {
    const parts: { index: number; tag: string }[] = []
    for (let index = 0, offset = 0; offset < size; index++, offset += partBytes) {
      const sizeBytes = Math.min(partBytes, size - offset)
      const bytes = await from.borrow(key, { start: offset, end: offset + sizeBytes - 1 })
      const { tag } = await to.writePart(key, reference, { index, offset, sizeBytes }, bytes, { signal })
      parts.push({ index, tag })
    }
    await to.completeParts(key, reference, { sizeBytes: size, parts })
  } catch (error) {
    await to.abortParts(key, reference).catch(() => undefined)
    throw error
  }
}

interface Linker {
  /** Undefined: it has to be copied. */
  readonly link: (blob: ListedObject) => Promise<'linked' | 'present' | 'damaged' | undefined>
  readonly settle: () => Promise<void>
}

function openLinker({ blobs, settings }: Source, target: Target): Linker | undefined {
  const { blobsDirectory } = settings
  const { directory } = target
  if (blobsDirectory === undefined || directory === undefined) return undefined
  const pool = join(directory, poolFolder)
  const folders = new Map<string, Promise<unknown>>()
  const require = (folder: string): Promise<unknown> => {
    const made = folders.get(folder) ?? mkdir(folder, { recursive: true, mode: 0o700 })
    folders.set(folder, made)
    return made
  }
  let linkable = true
  return {
    async link({ key, size }) {
      const from = blobs.pathOf?.(key)
      const at = target.blobs.pathOf?.(key)
      if (!linkable || from === undefined || at === undefined) return undefined
      const path = join(pool, at)
      await require(dirname(path))
      try {
        await link(join(blobsDirectory, from), path)
        if ((await stat(path)).size === size) return 'linked'
        await rm(path)
        return 'damaged'
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return 'present'
        if (hasCode(error, 'ENOENT'))
          throw new BlobMissing(`The blob ${key} does not exist.`, { cause: error })
        if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'EOPNOTSUPP', 'ENOTSUP', 'EACCES')) throw error
        // Another file system, or one without links.
        linkable = hasCode(error, 'EMLINK')
        return undefined
      }
    },
    /** At most 4,096 folders in two levels. */
    async settle() {
      const changed = new Set<string>()
      for (const folder of folders.keys())
        for (let path = folder; path.length >= directory.length; path = dirname(path)) changed.add(path)
      for (const path of changed) await syncDirectory(path)
    },
  }
}
