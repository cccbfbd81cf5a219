import { open } from 'node:fs/promises'

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
