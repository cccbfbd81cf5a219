import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BlobStoreFull } from '../../platform/blobs/store.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { openTarget } from './open.ts'
import { describeTarget, targetTools } from './target.contract.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bureau-target-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (directory: string) => openTarget({ kind: 'directory', directory }, targetTools)
const name = 'bureau-20261126T023000Z.backup'

async function* bytes(count: number) {
  for (let piece = 0; piece < count; piece += 1024 * 1024) yield Buffer.alloc(1024 * 1024, 'x')
}

describe('a directory of backups', () => {
  let folders = 0
  describeTarget(() => ({ kind: 'directory', directory: join(base, `backups-${++folders}`) }))

  test('is made for this user only, and so are the archives', async () => {
    const directory = join(base, 'new', 'backups')
    await (await at(directory)).write(name, bytes(10))
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
  })

  test('forgets what an interrupted write left, and nothing else', async () => {
    for (const file of [`${name}.partial`, 'notes.txt', 'other.partial']) writeFileSync(join(base, file), 'x')
    const target = await at(base)
    await target.removeUnfinished()
    expect(readdirSync(base).toSorted()).toEqual(['notes.txt', 'other.partial'])
  })

  test('that is a file, or below one, is refused in one sentence', async () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    await expect(at(file)).rejects.toThrow(`${file} is a file. Name a directory for the backups.`)
    await expect(at(join(file, 'below'))).rejects.toThrow('is below a file')
  })

  test.each(['/sys/backups', '/proc/backups'])('%s is refused in one sentence', async (directory) => {
    const failure: unknown = await (
      await at(directory)
    )
      .write(name, bytes(10))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OperatorError)
    expect((failure as Error).message).toContain(`The backup directory ${directory} cannot be used: E`)
  })

  test('does not list directories and other files', async () => {
    mkdirSync(join(base, 'folder.backup'))
    writeFileSync(join(base, 'readme'), '')
    writeFileSync(join(base, 'monday.backup'), 'renamed by a person')
    chmodSync(base, 0o700)
    expect((await (await at(base)).list()).map((archive) => archive.name)).toEqual(['monday.backup'])
    await expect((await at(base)).read('folder.backup')).rejects.toThrow('There is no backup')
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'that becomes full ends the write, keeps older archives and leaves some room (needs the right to mount)',
    async () => {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', base]).status).toBe(0)
      try {
        const target = await at(base)
        await target.write(name, bytes(1024 * 1024))
        const write = target.write('bureau-20261127T023000Z.backup', bytes(100 * 1024 * 1024))
        const failure: unknown = await write.catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(BlobStoreFull)
        expect((failure as Error).message).toBe(
          `The disk of the backup directory ${base} is full. Free some space, or use another directory.`,
        )
        expect(readdirSync(base)).toEqual([name])
      } finally {
        spawnSync('umount', ['-l', base])
      }
    },
  )
})
