import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { systemRandom } from '../../platform/random.ts'
import type { ArchiveHead } from '../archive/format.ts'
import { checkArchive } from './check-archive.ts'
import { chooseKeys, type OwnKeys } from './choose-keys.ts'
import { noWork, restores } from './restores.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Backup = Awaited<ReturnType<ReturnType<typeof restores>['backUp']>>

const check = (file: Backup, own: OwnKeys = restores(app).own) =>
  checkArchive(file, async (head) => (await chooseKeys(head, own, undefined)).keys, noWork)

/** With one bit changed so many bytes after the name of a table in the middle. */
function flipped(bytes: Buffer, after: number): Buffer {
  const at = bytes.indexOf('identity.plan/000001.zst') + after
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

async function changed(change: (bytes: Buffer) => Buffer): Promise<Backup> {
  const file = await restores(app).backUp()
  await writeFile(file.path, change(await readFile(file.path)))
  return file
}

describe('a backup that cannot be restored is refused with one sentence when it is', () => {
  test.each<[string, RegExp, (bytes: Buffer) => Buffer]>([
    ['cut', /^The backup is incomplete/, (bytes) => bytes.subarray(0, bytes.length - 3000)],
    ['changed in a table', /^The backup is damaged/, (bytes) => flipped(bytes, 512 + 20)],
    ['changed between two tables', /^The backup is damaged/, (bytes) => flipped(bytes, 10)],
    ['something else', /^This file is not a backup of Bureau/, () => Buffer.from('x'.repeat(2000))],
    ['empty', /^This file is not a backup of Bureau/, () => Buffer.of()],
  ])('%s', async (_what, sentence, change) => {
    await expect(check(await changed(change))).rejects.toThrow(sentence)
  })

  const migrated = (change: (migrations: ArchiveHead['migrations']) => ArchiveHead['migrations']) => ({
    version: '9.8.7',
    migrations: change([{ name: '0001-platform.sql', checksum: 'x' }]),
  })

  test('of a newer version', async () => {
    const newer = migrated(() => [{ name: '9999-later.sql', checksum: 'x' }])
    await expect(check(await restores(app).backUp(newer))).rejects.toThrow(
      'The backup was made by Bureau 9.8.7, which is newer than this one (0.1.0). Install that version.',
    )
  })

  test('of a version that was changed', async () => {
    await expect(check(await restores(app).backUp(migrated((same) => same)))).rejects.toThrow(
      'The backup was made with a migrations/0001-platform.sql that differs from the one of this Bureau',
    )
  })

  test('of an installation with another key', async () => {
    const file = await restores(app).backUp()
    const others = [systemRandom.bytes(32)]
    await expect(check(file, { keys: others, file: '/data/secret.key' })).rejects.toThrow(
      /^The backup does not contain its secret key \(ID [0-9a-f]{8}\): copy the file secret.key .* to \/data\/secret.key, or set BUREAU_SECRET_KEY\.$/,
    )
    await expect(check(file, { keys: others, file: undefined })).rejects.toThrow(
      /^BUREAU_SECRET_KEY does not contain the key of the backup/,
    )
  })

  test('without the passphrase of its key', async () => {
    const file = await restores(app).backUp({ sealed_keys: 'sealed' })
    await expect(check(file, { keys: [], file: '/data/secret.key' })).rejects.toThrow(
      /is encrypted: name a file with its passphrase in --passphrase-file, or copy/,
    )
  })
})
