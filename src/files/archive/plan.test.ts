import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import type { Database } from '../../platform/database/database.ts'
import { planArchive } from './plan.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

/** A folder with a file, and how to plan its archive while the trees that are read are counted. */
async function openFolder() {
  const tenant = await app.tenant()
  const files = filesClient(app, (await tenant.key('files')).key)
  const folder = await files.folder('top')
  const file = await files.file('bytes', 'a.txt', folder.id)
  const trees = { read: 0 }
  const database: Database = {
    ...app.context.database,
    rows: (statement) => {
      if (statement.text.includes('files.archive.findTree')) trees.read += 1
      return app.context.database.rows(statement)
    },
  }
  const view = { workspaceId: tenant.workspaceId, folderId: null }
  const plan = () => planArchive({ database }, view, folder.id, new AbortController().signal)
  return { files, folder, file, trees, plan }
}

describe('the plan of an archive', () => {
  test('is made once for any number of HEADs and ranges, as long as nothing changes', async () => {
    const { plan, trees } = await openFolder()
    const first = await plan()
    for (let again = 0; again < 5; again++) expect(await plan()).toBe(first)
    expect(trees.read).toBe(1)
  })

  test('is made again after each kind of change', async () => {
    const { files, folder, file, plan, trees } = await openFolder()
    const changes: readonly (() => Promise<unknown>)[] = [
      () => files.file('bytes', 'b.txt', folder.id),
      () => files.folder('inner', folder.id),
      () => files.patch(`/files/${file.id}`, { name: 'c.txt' }),
      () => files.post(`/files/${file.id}/copy`, {}),
      () => files.post(`/files/${file.id}/move`, { parent_id: null }),
      () => files.del(`/files/${file.id}`),
    ]
    for (const change of changes) {
      await plan()
      const before = trees.read
      await change()
      await plan()
      expect(trees.read, String(change)).toBe(before + 1)
    }
  })

  test('is not shown to a view that has lost the folder', async () => {
    const { files, folder, plan } = await openFolder()
    await plan()
    await files.del(`/folders/${folder.id}`)
    await expect(plan()).rejects.toMatchObject({ code: 'not_found' })
  })
})
