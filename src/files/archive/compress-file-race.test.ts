import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { inlineBytesMax } from '../blob/inline-store.ts'
import { until } from '../../../test/until.ts'
import { isWaiting, workspaceOf } from '../unzip/unzip.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('compressing a file whose folder is deleted at the last moment', () => {
  test('is not_found and leaves nothing', async () => {
    const { client, workspaceId } = await workspaceOf(app)
    const folder = await client.folder('folder')
    const file = await client.file(Buffer.alloc(inlineBytesMax + 1), 'x.txt', folder.id)
    let late: Promise<Answer> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`delete from files.file where id in (${folder.id}, ${file.id})`)
      late = client.call('POST', `/files/${file.id}/compress`)
      // The archive must wait for the row of the folder before this commits.
      await until(() => isWaiting(app, 'files.file'))
    })
    expect(refusalOf((await late) ?? expect.unreachable())).toEqual([404, 'not_found'])
    const { database } = app.context
    expect(await database.rows(sql`select from files.file where workspace_id = ${workspaceId}`)).toEqual([])
    expect(await storedKeys(app)).toHaveLength(1)
  })
})
