import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueuedJobs } from '../../../test/jobs.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { dataOf } from '../../../test/files-client.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { unzipped, workspaceOf } from './unzip.testing.ts'
import { requestThumbnails } from './thumbnails.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const jobs = async (name: string) =>
  (await enqueuedJobs(app.context.database)).filter((job) => job.name === name).length

describe('pictures of an archive', () => {
  test('get thumbnails, each requested by a job that is enqueued with the tree', async () => {
    const { client, workspaceId } = await workspaceOf(app)
    const answer = await unzipped(client, [
      { name: 'a.png', bytes: 'x' },
      { name: 'deep/er/b.jpg', bytes: 'y' },
      { name: 'c.txt', bytes: 'z' },
      { name: 'empty.png' },
    ])
    expect(await jobs('request-thumbnails')).toBe(1)
    await requestThumbnails.run({ workspace_id: workspaceId, folder_id: dataOf(answer).id }, app.context)
    expect(await jobs('make-thumbnail')).toBe(2)
  })

  test('are requested with a few statements, however many pictures there are', async () => {
    const { client, workspaceId } = await workspaceOf(app)
    const pictures = Array.from({ length: 300 }, (_, at) => ({ name: `${at}.png`, bytes: `${at}` }))
    const folder_id = dataOf(await unzipped(client, pictures)).id
    const before = await jobs('make-thumbnail')
    let statements = 0
    const { database } = app.context
    const counting = {
      ...database,
      transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
        database.transaction((tx) =>
          work({
            ...tx,
            one: (statement) => (statements++, tx.one(statement)),
            run: (statement) => (statements++, tx.run(statement)),
          }),
        ),
    }
    await requestThumbnails.run(
      { workspace_id: workspaceId, folder_id },
      { ...app.context, database: counting },
    )
    expect(await jobs('make-thumbnail')).toBe(before + 300)
    // Two batches of one insertion each, and the look at free turns.
    expect(statements).toBeLessThan(10)
  })

  test('are the only reason for this job', async () => {
    const before = await jobs('request-thumbnails')
    const { client } = await workspaceOf(app)
    await unzipped(client, [{ name: 'c.txt', bytes: 'z' }])
    expect(await jobs('request-thumbnails')).toBe(before)
  })
})
