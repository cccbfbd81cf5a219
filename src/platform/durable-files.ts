import { open } from 'node:fs/promises'

/** Makes the entries of a directory durable: before this a crash may undo a rename or forget a new entry. */
export async function syncDirectory(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/**
 * Writes a small file, for this user only, and flushes it. What makes it known under its name, a rename or a link, comes
 * after this, and then `syncDirectory`. With `wx` an existing file is an error.
 */
export async function writeDurably(path: string, text: string, flags: 'w' | 'wx'): Promise<void> {
  await using handle = await open(path, flags, 0o600)
  await handle.writeFile(text)
  await handle.sync()
}
