import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { brokenConstraint } from '../../platform/database/connection.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertItem } from '../item/store.ts'
import { announceBlobs } from './store.ts'

let app: TestApp
let workspaceId: number
let otherId: number

beforeAll(async () => {
  app = await testApp()
  ;({ workspaceId, personalId: otherId } = await app.tenant())
})
afterAll(() => app.close())

const add = (workspace: number, key: string) =>
  app.context.database.transaction((tx) => {
    const draft = { parentId: null, name: 'a', blob: { key, sizeBytes: 0 }, createdAt: app.clock.now() }
    return insertItem(tx, workspace, draft, app.context.random)
  })
const broken = (work: Promise<unknown>) => work.then(() => undefined, brokenConstraint)

describe('a file and its blob', () => {
  test('belong together: none without, nor with that of another workspace, and none is deleted in use', async () => {
    const { database } = app.context
    const [used, unused] = ['u'.repeat(32), 'v'.repeat(32)]
    const blobs = [used, unused].map((key) => ({ key, sizeBytes: 0 }))
    await announceBlobs(database, workspaceId, blobs, app.clock.now())
    const { id } = await add(workspaceId, used)
    expect(await broken(add(workspaceId, 'missing'.repeat(4)))).toBe('file_blob')
    expect(await broken(add(otherId, used))).toBe('file_blob')
    const change = (key: string) =>
      database.run(sql`update files.file set blob_key = ${key} where id = ${id}`)
    expect(await broken(change('missing'.repeat(4)))).toBe('file_blob')
    const remove = (key: string) => database.run(sql`delete from files.blob where key = ${key}`)
    expect(await broken(remove(used))).toBe('file_blob')
    expect(await change(unused)).toBe(1)
    expect(await remove(used)).toBe(1)
  })

  test('stay together when a deletion and an insert meet', async () => {
    const { database } = app.context
    const key = 'w'.repeat(32)
    await announceBlobs(database, workspaceId, [{ key, sizeBytes: 0 }], app.clock.now())
    let adding: Promise<string | undefined> | undefined
    await database.transaction(async (tx) => {
      await tx.run(sql`delete from files.blob where key = ${key}`)
      adding = broken(add(workspaceId, key))
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await adding).toBe('file_blob')
  })
})
