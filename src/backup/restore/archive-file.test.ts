import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archivedBlobs } from './archive-file.ts'
import { temporary } from './restores.testing.ts'

const key = 'k'.repeat(32)
const sum = 'a'.repeat(64)

async function read(text: string) {
  const list = join(await temporary(), 'blobs')
  await writeFile(list, text)
  const blobs = []
  for await (const blob of archivedBlobs(list)) blobs.push(blob)
  return blobs
}

test('a list of blobs is read', async () => {
  expect(await read(`${key} 12 ${sum}\n${key}-2 0 -\n`)).toEqual([
    { key, sizeBytes: 12, sha256: sum },
    { key: `${key}-2`, sizeBytes: 0, sha256: undefined },
  ])
})

test.each([`../../../../etc/passwd 1 -`, `${key} -1 -`, `${key} many -`, `${key} 1`, `${key} 1 ${sum} x`])(
  'a list with %j is refused',
  async (line) => {
    await expect(read(`${line}\n`)).rejects.toThrow('a list of blobs that makes no sense')
  },
)
