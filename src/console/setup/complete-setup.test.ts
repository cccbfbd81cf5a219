import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSetupLink } from '../../identity/setup/create-setup-link.ts'
import { findEmail } from '../../identity/user/store.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { browserWith, type Browser } from '../console.testing.ts'

let app: TestApp
let nobody: Browser
let token: string

/** A set-up ends the state that it needs, so each test has an installation of its own. */
beforeEach(async () => {
  app = await testApp()
  nobody = browserWith(app, 0, '')
  token = await newToken(app)
})
afterEach(() => app.close())

async function newToken({ context }: TestApp): Promise<string> {
  const parts = { random: context.random, filesOrigin: context.origins.files }
  const { url } = await context.database.transaction((tx) => createSetupLink(tx, parts))
  return url.split('#')[1] ?? ''
}

const draft = (fields: object = {}) => ({
  token,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'three calm otters',
  ...fields,
})

describe('completeSetup', () => {
  test('creates an operator with a personal workspace and logs them in', async () => {
    const answer = await nobody.call('POST', '/setup', draft())
    expect(answer.status).toBe(201)
    const { data } = answer.body as { data: { user_id: number; workspace_id: number } }
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    const browser = browserWith(app, data.user_id, cookie)
    expect(await browser.data('GET', '/session')).toMatchObject({
      user: { id: data.user_id, email: 'ada@example.com', operator: true },
      workspaces: [{ id: data.workspace_id, type: 'personal' }],
    })
  })

  test('is setup_closed afterwards, with the same and with any token', async () => {
    await nobody.data('POST', '/setup', draft())
    for (const other of [token, 'x'])
      expect(
        await nobody.refusal('POST', '/setup', draft({ token: other, email: 'eve@example.com' })),
      ).toEqual([403, 'setup_closed'])
  })

  test('is invalid_setup_token for a wrong, an earlier, and an expired link', async () => {
    const earlier = token
    token = await newToken(app)
    for (const wrong of ['', 'x', earlier])
      expect(await nobody.refusal('POST', '/setup', draft({ token: wrong }))).toEqual([
        403,
        'invalid_setup_token',
      ])
    app.clock.advance(31 * 60_000)
    expect(await nobody.refusal('POST', '/setup', draft())).toEqual([403, 'invalid_setup_token'])
  })

  test('is invalid_email, missing_name, or weak_password for what cannot be used, and the link keeps working', async () => {
    for (const email of ['', 'ada', 'ada@example.com/x'])
      expect(await nobody.refusal('POST', '/setup', draft({ email }))).toEqual([400, 'invalid_email'])
    for (const name of ['', ' ', 'x'.repeat(81)])
      expect(await nobody.refusal('POST', '/setup', draft({ first_name: name }))).toEqual([
        400,
        'missing_name',
      ])
    const weak = await nobody.call('POST', '/setup', draft({ password: 'short' }))
    expect(weak.body).toMatchObject({
      error: {
        code: 'weak_password',
        message: expect.stringContaining('short') as string,
        details: { field: 'password' },
      },
    })
    expect((await nobody.call('POST', '/setup', draft())).status).toBe(201)
  })

  test('is email_taken for the address of another person', async () => {
    const { userId } = await app.tenant()
    const email = await findEmail(app.context.database, userId)
    expect(await nobody.refusal('POST', '/setup', draft({ email }))).toEqual([409, 'email_taken'])
  })

  test('is too_many_tries after ten from one network', async () => {
    const codes = []
    for (let at = 0; at < 12; at++)
      codes.push((await nobody.refusal('POST', '/setup', draft({ token: 'x' })))[1])
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'invalid_setup_token'))
    expect(codes.at(-1)).toBe('too_many_tries')
  })

  test('is cross_site from another site', async () => {
    const answer = await nobody.call('POST', '/setup', draft(), { 'sec-fetch-site': 'cross-site' })
    expect(answer.body).toMatchObject({ error: { code: 'cross_site' } })
  })
})
