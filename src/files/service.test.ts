import { expect, test } from 'vitest'
import { filesClient } from '../../test/files-client.ts'
import { testApp } from '../../test/harness.ts'
import { sql } from '../platform/database/sql.ts'

test('a failure of ours is internal_error, with the request id and nothing else', async () => {
  const app = await testApp()
  const client = filesClient(app, (await (await app.tenant()).key('files')).key)
  await app.context.database.run(sql`alter table files.usage rename to lost`)
  const answer = await client.get('/storage')
  expect([answer.status, answer.body]).toEqual([
    500,
    {
      error: {
        code: 'internal_error',
        message: 'Something went wrong on our side.',
        details: { request_id: answer.headers['x-request-id'] },
      },
    },
  ])
  expect(app.takeErrors()).toHaveLength(1)
  await app.close()
})
