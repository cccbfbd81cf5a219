import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface MigrationFile {
  readonly name: string
  readonly text: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string
}

const ownDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The `*.sql` files of a directory in the order in which they are applied. */
export async function readMigrationFiles(directory = ownDirectory): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
