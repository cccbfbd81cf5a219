import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { smsAccount } from '../../test/sms-account.ts'
import { sql } from '../platform/database/sql.ts'

test('a failure of ours is internal_error, which reveals nothing of what failed', async () => {
  const app = await testApp()
  const account = await smsAccount(app)
  await app.context.database.run(sql`alter table sms.number rename to lost`)
  const answer = await account.get<{ error: object }>('/numbers')
  expect([answer.status, answer.body]).toMatchObject([
    500,
    { ok: false, error: { code: 'internal_error', message: 'Something went wrong on our side.' } },
  ])
  expect(JSON.stringify(answer.body)).not.toMatch(/lost|relation|number/)
  expect(app.takeErrors()).toHaveLength(1)
  await app.close()
})
