import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

describe('deleteSession', () => {
  test('logs out: the cookie is cleared, and the session has ended for every copy of it', async () => {
    const [browser, other] = [await logIn(app, tenant.userId), await logIn(app, tenant.userId)]
    const answer = await browser.call('DELETE', '/session')
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^bureau_session[^=]*=; .*Max-Age=0/)
    expect(await browser.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    expect((await other.call('GET', '/session')).status).toBe(200)
  })

  test('is audited once', async () => {
    const browser = await logIn(app, tenant.userId)
    await Promise.all([browser.call('DELETE', '/session'), browser.call('DELETE', '/session')])
    const { count } = await app.context.database.one<{ count: number }>(sql`
      select count(*) from identity.audit
       where action = 'session.end' and actor = 'person' and target = 'session:' ||
             (select max(id) from identity.session where user_id = ${tenant.userId})`)
    expect(count).toBe(1)
  })
})
