import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../durable-files.ts'

/** The folders below one root, made when they are first needed. */
export interface DurableFolders {
  /** Resolves when the folder, and each one above it up to the root, exists and survives a crash. */
  readonly require: (path: string) => Promise<void>
  /** Forgets the known folders, after another process removed some. */
  readonly forget: () => void
}

/**
 * An existing folder is synced too, once in the life of the process: its creator, in this process or another, may
 * not have synced it yet, and the caller's blob depends on it.
 */
export function durableFolders(root: string): DurableFolders {
  const made = new Map<string, Promise<void>>()

  async function make(path: string): Promise<void> {
    if (path === root) return makeRoot(root)
    await require(dirname(path))
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncDirectory(dirname(path))
  }

  function require(path: string): Promise<void> {
    const known = made.get(path)
    if (known) return known
    const making = make(path)
    made.set(path, making)
    making.catch(() => made.delete(path))
    return making
  }

  return { require, forget: () => made.clear() }
}

/**
 * The folders above an existing root may be unreadable for this process, so only those above a new one are
 * synced.
 */
async function makeRoot(root: string): Promise<void> {
  const first = await mkdir(root, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let path = root; path.length >= first.length; path = dirname(path)) await syncDirectory(dirname(path))
}
