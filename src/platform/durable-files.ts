import { existsSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from './system-error.ts'

/** Until then a crash may undo a rename or lose a new entry. */
export async function syncDirectory(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Writes and flushes a small file with mode 0600. Rename or link it afterwards, then call `syncDirectory`. */
export async function writeDurably(path: string, text: string, flags: 'w' | 'wx'): Promise<void> {
  await using handle = await open(path, flags, 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

/**
 * Makes a directory with its parents, mode 0700, and returns the first one that was missing. Node's recursive mkdir loops
 * forever where the system reports a missing parent (/proc).
 */
export function makeDirectories(directory: string): string | undefined {
  if (existsSync(directory)) return undefined
  const first = makeDirectories(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it.
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return first ?? directory
}
