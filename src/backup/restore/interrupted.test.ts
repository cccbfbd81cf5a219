import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Progress } from '../../platform/progress.ts'
import { systemRandom } from '../../platform/random.ts'
import { requireRestored, setMarker } from './marker.ts'
import { emptyInstallation, restored, restores } from './restores.testing.ts'

let app: TestApp
let filesKey: string
const ids: string[] = []
beforeAll(async () => {
  app = await testApp()
  const tenant = await app.tenant()
  filesKey = (await tenant.key('files')).key
  const files = filesClient(app, filesKey)
  for (let index = 0; index < 20; index++)
    ids.push((await files.file(systemRandom.bytes(20_000), `${index}.bin`)).id)
})
afterAll(() => app.close())

describe('a restore that is interrupted', () => {
  test.each(['Copying blobs', 'Checking references'])(
    'at "%s" leaves an empty installation, on which no server starts, and the next one completes it',
    async (step) => {
      const { backUp, restore } = restores(app)
      const file = await backUp()
      const into = await emptyInstallation()
      const interrupt = new AbortController()
      const progress = (at: Progress) => {
        if (at.step === step && (at.unit === 'bytes' || at.done > 0 || step.startsWith('Checking')))
          interrupt.abort(new Error('Interrupted.'))
      }
      await expect(restore(into, file, { progress, signal: interrupt.signal })).rejects.toThrow()
      expect(await into.database.one(sql`select to_regclass('identity."user"') is null as empty`)).toEqual({
        empty: step === 'Copying blobs',
      })
      await expect(requireRestored(into.dataDir, into.connectionString)).rejects.toThrow(
        `The restore of ${file.name} into ${into.dataDir} was interrupted. Run "bureau backup restore" again`,
      )
      const { blobs } = await restore(into, file)
      expect(blobs).toMatchObject({ count: 20, missing: 0 })
      if (step === 'Checking references') expect(blobs.copied).toBe(0)
      await expect(requireRestored(into.dataDir, into.connectionString)).resolves.toBeUndefined()
      const copy = filesClient(await restored(app, into), filesKey)
      for (const id of ids) expect((await copy.get(`/files/${id}/content`)).bytes).toHaveLength(20_000)
      expect(existsSync(join(into.dataDir, 'restoring.blobs'))).toBe(false)
    },
  )

  test('after its last transaction is complete: a server starts, and the next restore says so', async () => {
    const { backUp, restore } = restores(app)
    const file = await backUp()
    const into = await emptyInstallation()
    await restore(into, file)
    await setMarker(into.dataDir, file.name)
    expect(await restore(into, file)).toMatchObject({ blobs: { count: 20 } })
    expect(existsSync(join(into.dataDir, 'restoring'))).toBe(false)
    await setMarker(into.dataDir, file.name)
    await requireRestored(into.dataDir, into.connectionString)
    expect(existsSync(join(into.dataDir, 'restoring'))).toBe(false)
  })

  test('by a store that fails, says why, and goes on afterwards', async () => {
    const { backUp, restore } = restores(app)
    const file = await backUp()
    const into = await emptyInstallation()
    let written = 0
    const write: typeof into.blobs.write = async (...blob) => {
      if (written >= 5) throw new Error('The disk is gone.')
      const seal = await into.blobs.write(...blob)
      written++
      return seal
    }
    await expect(restore({ ...into, blobs: { ...into.blobs, write } }, file)).rejects.toThrow()
    const { blobs } = await restore(into, file)
    expect(blobs.copied).toBeGreaterThan(0)
    expect(blobs.copied).toBeLessThan(20)
  })
})
