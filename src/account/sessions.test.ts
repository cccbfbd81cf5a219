import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { inForce } from '../identity/in-force.ts'
import { purgeSessions } from '../identity/session/purge-sessions.ts'
import { setUserDisabled } from '../identity/user/disable-user.ts'
import { sql } from '../platform/database/sql.ts'
import {
  auditOf,
  loggedIn,
  logIn,
  makeLink,
  makePerson,
  newcomer,
  openSessions,
  outcomeOf,
} from './account.testing.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a session', () => {
  test('is a cookie that only this host gets, that scripts cannot read and that other sites do not send', async () => {
    const person = await makePerson(app)
    const answer = await logIn(newcomer(app), person.email)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies[0]).toMatch(
      /^bureau_session=[0-9A-Za-z]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
  })

  test('has the prefix __Host- and is Secure where pages are https', async () => {
    const person = await makePerson(app)
    const { origins } = app.context
    Object.assign(origins, { files: 'https://files.test' })
    try {
      const fields = { email: person.email, password: 'three calm otters' }
      const guest = newcomer(app)
      const answer = await guest.submit('/login', fields, { origin: 'https://files.test' })
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^__Host-bureau_session=[0-9A-Za-z]{43}; Path=\/; [^,]*HttpOnly; SameSite=Lax; Secure/,
      )
      expect((await guest.get('/two-step')).status).toBe(200)
      guest.setCookie(guest.cookie()?.replace('__Host-', ''))
      expect((await guest.get('/two-step')).status).toBe(303)
    } finally {
      Object.assign(origins, { files: 'http://files.test' })
    }
  })

  test('is one of fifty at most: the oldest ends, however many log-ins come at once', async () => {
    const person = await makePerson(app)
    const oldest = await loggedIn(app, person)
    const second = await loggedIn(app, person)
    await Promise.all(Array.from({ length: 49 }, () => loggedIn(app, person)))
    expect(await openSessions(app, person.id)).toBe(50)
    expect((await oldest.get('/two-step')).status).toBe(303)
    expect((await second.get('/two-step')).status).toBe(200)
  })

  test('is not ended for others that have run out', async () => {
    const person = await makePerson(app)
    for (let at = 0; at < 49; at++) await loggedIn(app, person)
    app.clock.advance(10 * dayMs)
    const kept = await loggedIn(app, person)
    app.clock.advance(10 * dayMs)
    for (let at = 0; at < 10; at++) await loggedIn(app, person)
    expect((await kept.get('/two-step')).status).toBe(200)
  })

  test('has a cookie of its own for each port of a host: installations there do not log each other out', async () => {
    const person = await makePerson(app)
    const { origins } = app.context
    const other = await loggedIn(app, person)
    const guest = newcomer(app)
    Object.assign(origins, { files: 'http://files.test:9081' })
    try {
      guest.setCookie(other.cookie())
      expect((await guest.get('/two-step')).status).toBe(303)
      const fields = { email: person.email, password: 'three calm otters' }
      const answer = await guest.submit('/login', fields, { origin: 'http://files.test:9081' })
      expect(String(answer.headers['set-cookie'])).toMatch(/^bureau_session_9081=[0-9A-Za-z]{43};/)
      expect(String(answer.headers['set-cookie'])).toContain('bureau_second_step_9081=;')
      expect((await guest.get('/two-step')).status).toBe(200)
      await guest.submit('/logout', {}, { origin: 'http://files.test:9081' })
    } finally {
      Object.assign(origins, { files: 'http://files.test' })
    }
    expect((await guest.get('/two-step')).status).toBe(200)
  })

  test('is kept as a digest only', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    const token = guest.cookie()?.split('=')[1] ?? ''
    const rows = await app.context.database.rows<{ row: string }>(
      sql`select s::text as row from identity.session s`,
    )
    for (const { row } of rows) {
      expect(row).not.toContain(token)
      expect(row).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  test('with a forged, cut or empty token is that of nobody', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    const [name, token = ''] = guest.cookie()?.split('=') ?? []
    for (const forged of ['', 'x', token.slice(1), `${token}x`, '%00', "'--", token.toLowerCase()]) {
      guest.setCookie(`${name}=${forged}`)
      expect(outcomeOf(await guest.get('/two-step'))).toBe('303 /login?next=%2Ftwo-step')
    }
  })

  test('ends after 14 days without a request', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    app.clock.advance(14 * dayMs - 1)
    const other = newcomer(app)
    other.setCookie(guest.cookie())
    app.clock.advance(1)
    const answer = await other.get('/two-step')
    expect(answer.status).toBe(303)
    expect(answer.headers['set-cookie']).toMatch(/^bureau_session=; Path=\/; Max-Age=0;/)
  })

  test('lasts longer with each hour in which the person came, and 90 days at most', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    app.clock.advance(hourMs - 1)
    expect((await guest.get('/two-step')).headers['set-cookie']).toBeUndefined()
    app.clock.advance(1)
    expect(String((await guest.get('/two-step')).headers['set-cookie'])).toContain('Max-Age=1209600')
    expect((await guest.get('/two-step')).headers['set-cookie']).toBeUndefined()
    for (let week = 0; week < 12; week++) {
      app.clock.advance(7 * dayMs)
      expect((await guest.get('/two-step')).status).toBe(200)
    }
    const seconds = Number(/Max-Age=(\d+)/.exec(String((await nextHour(guest)).headers['set-cookie']))?.[1])
    expect(seconds).toBe((6 * 24 - 2) * 3600)
    app.clock.advance(6 * dayMs)
    expect((await guest.get('/two-step')).status).toBe(303)
  })

  const nextHour = (guest: ReturnType<typeof newcomer>) => {
    app.clock.advance(hourMs)
    return guest.get('/two-step')
  }

  test('ends with log-out, which only the form does', async () => {
    const person = await makePerson(app)
    const guest = await loggedIn(app, person)
    const copy = newcomer(app)
    copy.setCookie(guest.cookie())
    expect(outcomeOf(await guest.get('/logout'))).toBe('200 Log out?')
    expect((await guest.get('/two-step')).status).toBe(200)
    expect((await guest.submit('/logout', {}, { origin: 'https://evil.test' })).status).toBe(403)
    expect(outcomeOf(await guest.submit('/logout', {}))).toBe('200 You are logged out')
    expect(guest.cookie()).toBeUndefined()
    expect((await copy.get('/two-step')).status).toBe(303)
    expect(await auditOf(app, person.id)).toEqual(['session.begin ok', 'session.end ok'])
  })

  test('ends when the person is disabled, and does not come back', async () => {
    const person = await makePerson(app)
    const guest = await loggedIn(app, person)
    const copy = guest.cookie()
    await inForce(app.context, (tx) => setUserDisabled(tx, person.id, true))
    expect((await guest.get('/two-step')).status).toBe(303)
    await inForce(app.context, (tx) => setUserDisabled(tx, person.id, false))
    guest.setCookie(copy)
    expect((await guest.get('/two-step')).status).toBe(303)
  })

  test('ends everywhere when the password is set anew', async () => {
    const person = await makePerson(app)
    const [one, other] = [await loggedIn(app, person), await loggedIn(app, person)]
    const answer = await other.submit(await makeLink(app, 'reset', person), { password: 'four loud otters' })
    expect(outcomeOf(answer)).toBe('303 /')
    expect((await other.get('/two-step')).status).toBe(200)
    expect((await one.get('/two-step')).status).toBe(303)
  })

  test('is deleted two weeks after it ended', async () => {
    const [guest, kept] = [
      await loggedIn(app, await makePerson(app)),
      await loggedIn(app, await makePerson(app)),
    ]
    await guest.submit('/logout', {})
    app.clock.advance(10 * dayMs)
    await kept.get('/two-step')
    app.clock.advance(4 * dayMs)
    await purgeSessions.run({}, app.context)
    const { count } = await app.context.database.one<{ count: number }>(
      sql`select count(*) from identity.session`,
    )
    expect(count).toBe(1)
    expect((await kept.get('/two-step')).status).toBe(200)
  })
})
