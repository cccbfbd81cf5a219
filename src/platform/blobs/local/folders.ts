import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../../system-error.ts'
import { makeDirectories, syncDirectory } from '../../durable-files.ts'

export interface DurableFolders {
  /** Resolves when the folder and its parents up to the root exist and are durable. */
  readonly require: (path: string) => Promise<void>
  readonly forget: () => void
}

/** Existing folders are synced once per process too, because their creator may not have synced them yet. */
export function durableFolders(root: string): DurableFolders {
  const made = new Map<string, Promise<void>>()

  async function make(path: string): Promise<void> {
    if (path === root) return makeRoot(root)
    await require(dirname(path))
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
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

/** The parents of an existing root may be unreadable, so only those of a new root are synced. */
async function makeRoot(root: string): Promise<void> {
  const first = makeDirectories(root)
  if (first === undefined) return
  for (let path = root; path.length >= first.length; path = dirname(path)) await syncDirectory(dirname(path))
}
