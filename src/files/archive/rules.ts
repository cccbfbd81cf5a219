import { problem } from '../problems.ts'
import { requireAllowedType, shownName } from '../item/rules.ts'
import type { TreeItem } from './entries.ts'
import { archiveItemsMax } from '../limits.ts'

/** docs/api/files.md#limits */
const compressedInputBytesMax = 10 * 1024 ** 3

const nameCharactersMax = 255
const ending = '.zip'

/** `<name>.zip`, shortened. Throws `compress_failed` for a blocked type, such as that of a folder `setup.exe`. */
export function archiveName(name: string, blockedExtensions: ReadonlySet<string>): string {
  const archive =
    Array.from(name)
      .slice(0, nameCharactersMax - ending.length)
      .join('') + ending
  try {
    requireAllowedType(archive, blockedExtensions)
  } catch {
    throw problem.compress_failed({
      message: `The archive would be named ${shownName(archive)}, and files of this type are not accepted. Rename the item first.`,
    })
  }
  return archive
}

/** Throws `too_many_items`, `too_large` or `quota_exceeded`: docs/api/files.md#compressing. */
export function requireCompressible(tree: readonly TreeItem[], freeBytes: number): void {
  // The tree includes the item itself, which does not count.
  if (tree.length > archiveItemsMax + 1) {
    throw problem.too_many_items({
      message: 'A folder of more than 10,000 items cannot be compressed. Split it up.',
    })
  }
  const inputBytes = tree.reduce((sum, { size }) => sum + size, 0)
  if (inputBytes > compressedInputBytesMax) {
    throw problem.too_large({ message: 'More than 10 GB cannot be compressed at once. Split the folder up.' })
  }
  if (inputBytes > freeBytes) throw problem.quota_exceeded()
}
