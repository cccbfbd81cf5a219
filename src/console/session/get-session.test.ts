import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { browserWith, logIn } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

describe('getSession', () => {
  test('has the person, their workspaces with role and services, and the installation', async () => {
    const browser = await logIn(app, tenant.userId)
    const session = await browser.data<Record<string, unknown>>('GET', '/session')
    expect(session).toEqual({
      user: {
        id: tenant.userId,
        email: expect.stringContaining('@example.com') as string,
        first_name: 'Pat',
        last_name: expect.stringContaining('Person') as string,
        two_step: false,
        operator: false,
      },
      workspaces: [
        {
          id: tenant.personalId,
          name: expect.any(String) as string,
          type: 'personal',
          role: 'owner',
          demo: false,
          services: ['files', 'sms'],
        },
        {
          id: tenant.workspaceId,
          name: `Organization of ${tenant.userId}`,
          type: 'org',
          role: 'owner',
          demo: false,
          services: ['files', 'sms', 'iam'],
        },
      ],
      session_id: expect.any(Number) as number,
      installation: {
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        gateway_url: 'http://gateway.test',
        files_origin_url: 'http://files.test',
        sms_base_url: 'http://sms.test',
        phones_url: 'http://phones.test',
        mail: 'outbox',
        request_log_days: 7,
      },
    })
  })

  test('is not_logged_in without a session, with an unknown one, and for a person who is disabled', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const browser = await logIn(app, id)
    expect((await browser.call('GET', '/session')).status).toBe(200)
    await inForce(app.context, (tx) => setUserDisabled(tx, id, true))
    const name = browser.cookie.split('=')[0]
    for (const cookie of ['', `${name}=${'x'.repeat(43)}`, browser.cookie])
      expect(await browserWith(app, id, cookie).refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
  })

  test('is rate_limited after 1,200 requests in a minute, each session by itself', async () => {
    const [one, two] = [await logIn(app, tenant.userId), await logIn(app, tenant.userId)]
    const statuses = []
    for (let at = 0; at < 1200; at += 100)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, async () => (await one.call('GET', '/session')).status),
        )),
      )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const answer = await one.call('GET', '/session')
    expect([answer.status, answer.body]).toMatchObject([
      429,
      { error: { code: 'rate_limited', details: { limit: 'session_minute' } } },
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await two.call('GET', '/session')).status).toBe(200)
  })
})
