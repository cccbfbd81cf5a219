import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { systemRandom } from '../../platform/random.ts'
import type { ArchiveHead } from '../archive/format.ts'
import type { ArchiveFile } from './archive-file.ts'
import { archivedKeys } from './archives.testing.ts'
import { checkArchive, type Work } from './check-archive.ts'
import { findKeys, type OwnKeys } from './choose-keys.ts'
import { noWork, restores, tools } from './restores.testing.ts'
import { verifyBackup } from './verify-backup.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const { key } = await (await app.tenant()).key('files')
  const files = filesClient(app, key)
  for (let index = 0; index < 3; index++) await files.file(systemRandom.bytes(20_000), `${index}.bin`)
})
afterAll(() => app.close())

async function verify(file: ArchiveFile, own: OwnKeys, more: Partial<Work> = {}) {
  let keys: readonly Buffer[] | undefined
  const find = async (head: ArchiveHead) => (keys = await findKeys(head, own, undefined))
  const archive = await checkArchive(file, find, noWork)
  return verifyBackup({ file, archive, keys, readsAll: true, ...tools }, { ...noWork, ...more })
}

const scratches = () => readdirSync(tmpdir()).filter((name) => name.startsWith('bureau-verify-'))

test('a sound backup is verified, and nothing is left of it', async () => {
  const { backUp, own } = restores(app)
  const before = scratches()
  const report = await verify(await backUp(), own)
  expect(report).toMatchObject({ blobs: { count: 3, missing: 0, read: 3, damaged: [] }, mac: 'checked' })
  expect(report.rows).toBeGreaterThan(10)
  expect(scratches()).toEqual(before)
})

test('what is missing, damaged, or not to be proved is told', async () => {
  const { backUp } = restores(app)
  const file = await backUp()
  const pool = file.target.blobs
  const [first = '', second = ''] = await archivedKeys(file)
  const pathOf = (key: string) => join(file.target.name, 'blobs', pool.pathOf?.(key) ?? '')
  await writeFile(pathOf(first), Buffer.alloc(20_000))
  await rm(pathOf(second))
  const report = await verify(file, { keys: [], file: undefined })
  expect(report).toMatchObject({
    blobs: { count: 3, missing: 1, read: 2, damaged: [first] },
    mac: 'not checked',
  })
})

test('a blob that the store had lost before is not missed', async () => {
  const { backUp, own } = restores(app)
  const report = await verify(await backUp({}, 1), own)
  expect(report).toMatchObject({ blobs: { count: 2, missing: 0, read: 2, damaged: [] }, mac: 'checked' })
})

test('tables and sequences that Bureau does not have are refused before a row is copied', async () => {
  const { backUp } = restores(app)
  const noKeys = { keys: [], file: undefined }
  const foreign = [{ name: 'pg_catalog.pg_am', columns: ['oid', 'amname'] }]
  await expect(verify(await backUp({ tables: foreign }), noKeys)).rejects.toThrow(
    'The backup has an unknown table, pg_catalog.pg_am. Use another one.',
  )
  const sequences = { 'x.y': { value: 1, drawn: true } }
  await expect(verify(await backUp({ sequences }), noKeys)).rejects.toThrow(
    'The backup has an unknown sequence, x.y. Use another one.',
  )
})

test('an interruption leaves nothing', async () => {
  const { backUp, own } = restores(app)
  const before = scratches()
  const interrupt = new AbortController()
  const progress = ({ step }: { step: string }) => {
    if (step === 'Restoring the database') interrupt.abort(new Error('Interrupted.'))
  }
  await expect(verify(await backUp(), own, { progress, signal: interrupt.signal })).rejects.toThrow()
  expect(scratches()).toEqual(before)
})
