import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { sql } from '../../platform/database/sql.ts'
import { auditOf, logIn, makeLink, makePerson, newcomer, outcomeOf } from '../account.testing.ts'

const password = 'four loud otters'
const hourMs = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe.each(['welcome', 'reset'] as const)('a link to /%s', (kind) => {
  const lifetimeMs = { welcome: 72 * hourMs, reset: hourMs / 2 }[kind]
  const open = async (path: string) => outcomeOf(await newcomer(app).get(path))

  test('sets the password, proves the address and logs the person in', async () => {
    const person = await makePerson(app, kind === 'welcome' ? { password: null } : {})
    const path = await makeLink(app, kind, person)
    const guest = newcomer(app)
    const page = await guest.get(path)
    expect(page.text).toContain(`value="${person.email}"`)
    expect(page.text).toContain('autocomplete="new-password"')
    expect(outcomeOf(await guest.submit(path, { password }))).toBe('303 /')
    expect((await guest.get('/two-step')).status).toBe(200)
    expect((await logIn(newcomer(app), person.email, password)).status).toBe(303)
    const row = await app.context.database.one<{ verified: Date | null }>(
      sql`select email_verified_at as verified from identity.user where id = ${person.id}`,
    )
    expect(row.verified).not.toBeNull()
    expect((await auditOf(app, person.id)).slice(0, 2)).toEqual(['password.set ok', 'session.begin ok'])
  })

  test('is not used up by a visit that only opens it: a mail scanner, a preview, HEAD', async () => {
    const path = await makeLink(app, kind, await makePerson(app))
    const scanner = newcomer(app)
    for (let at = 0; at < 3; at++) {
      expect((await scanner.get(path, { purpose: 'prefetch', 'sec-purpose': 'prefetch' })).status).toBe(200)
      expect((await scanner.go('HEAD', path)).status).toBe(200)
    }
    expect((await newcomer(app).submit(path, { password })).status).toBe(303)
  })

  test('works once, and then says that it was used', async () => {
    const path = await makeLink(app, kind, await makePerson(app))
    await newcomer(app).submit(path, { password })
    expect(await open(path)).toBe('410 This link was used already')
    const again = await newcomer(app).submit(path, { password: 'five odd otters' })
    expect(outcomeOf(again)).toBe('410 This link was used already')
    expect(again.text).toContain('href="/login"')
  })

  test('lets one of fifty win who use it at once', async () => {
    const person = await makePerson(app)
    const path = await makeLink(app, kind, person)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        newcomer(app)
          .submit(path, { password: `${at} loud otters` })
          .then(outcomeOf),
      ),
    )
    expect(answers.filter((answer) => answer === '303 /')).toHaveLength(1)
    expect(answers.filter((answer) => answer === '410 This link was used already')).toHaveLength(49)
    const winner = answers.indexOf('303 /')
    expect((await logIn(newcomer(app), person.email, `${winner} loud otters`)).status).toBe(303)
  })

  test('expires, and then leads to a new one', async () => {
    const path = await makeLink(app, kind, await makePerson(app))
    app.clock.advance(lifetimeMs - 1)
    expect((await newcomer(app).get(path)).status).toBe(200)
    app.clock.advance(1)
    const page = await newcomer(app).get(path)
    expect(outcomeOf(page)).toBe('410 This link has expired')
    expect(page.text).toContain('href="/forgot"')
    expect((await newcomer(app).submit(path, { password })).status).toBe(410)
  })

  test('is revoked by a newer one, and by any other link that sets the password', async () => {
    const person = await makePerson(app)
    const [old, other] = [
      await makeLink(app, kind, person),
      await makeLink(app, kind === 'reset' ? 'welcome' : 'reset', person),
    ]
    const newer = await makeLink(app, kind, person)
    expect(await open(old)).toBe('410 This link does not work any more')
    await newcomer(app).submit(newer, { password })
    expect(await open(other)).toBe('410 This link does not work any more')
  })

  test('that is unknown, malformed or of another kind is the same 404', async () => {
    const path = await makeLink(app, kind, await makePerson(app))
    const [, first, token = ''] = path.split('/')
    const others = [
      `/${first}/${token.slice(1)}`,
      `/${first}/${token.slice(1)}x`,
      `/${first}/%ff`,
      `/${first}`,
      `/${first}/a/b`,
      `/${first === 'reset' ? 'welcome' : 'reset'}/${token}`,
    ]
    const pages = new Set<string>()
    for (const other of others) {
      const { status, text } = await newcomer(app).get(other)
      pages.add(`${status} ${text}`)
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toMatch(/^404 [\s\S]*This link does not work/)
  })

  test('of a disabled person says nothing special', async () => {
    const person = await makePerson(app)
    const path = await makeLink(app, kind, person)
    await inForce(app.context, (tx) => setUserDisabled(tx, person.id, true))
    expect(await open(path)).toBe('404 This link does not work')
    expect((await newcomer(app).submit(path, { password })).status).toBe(404)
  })

  test('is never in an answer that leads elsewhere, nor sent to other sites', async () => {
    const path = await makeLink(app, kind, await makePerson(app))
    const token = path.split('/')[2] ?? ''
    const page = await newcomer(app).get(path)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    const answer = await newcomer(app).submit(path, { password })
    expect(JSON.stringify(answer.headers)).not.toContain(token)
  })

  test.each([
    ['seven77', 'too short'],
    ['x'.repeat(201), 'too long'],
    ['Password123', 'among the first that others try'],
    ['aaaaaaaa', 'among the first that others try'],
    ['<address>', 'is your e-mail address'],
  ])('refuses %j, which is %s, and stays good', async (typed, words) => {
    const person = await makePerson(app)
    const path = await makeLink(app, kind, person)
    const guest = newcomer(app)
    const answer = await guest.submit(path, { password: typed === '<address>' ? person.email : typed })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(words)
    expect(answer.text).toMatch(/id="password"[^>]*aria-invalid="true"/)
    expect((await guest.submit(path, { password })).status).toBe(303)
  })

  test.each(['🦦'.repeat(8), '🦦'.repeat(200), 'cafe\u0301 au lait', '        spaces'])(
    'takes %j: 8 to 200 characters of any kind',
    async (typed) => {
      const person = await makePerson(app)
      const path = await makeLink(app, kind, person)
      expect((await newcomer(app).submit(path, { password: typed })).status).toBe(303)
      expect((await logIn(newcomer(app), person.email, typed.normalize('NFC'))).status).toBe(303)
    },
  )
})

test('a network that sets passwords by the dozen is slowed down before anything is hashed', async () => {
  const person = await makePerson(app)
  const guest = newcomer(app)
  const statuses: number[] = []
  for (let at = 0; at < 23; at++) {
    const path = await makeLink(app, 'reset', person)
    statuses.push((await guest.submit(path, { password })).status)
  }
  expect(statuses.slice(0, 21)).toEqual(Array.from({ length: 21 }, () => 303))
  expect(statuses.slice(21)).toEqual([429, 429])
})
