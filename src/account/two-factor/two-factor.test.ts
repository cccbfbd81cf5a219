import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  auditOf,
  loggedIn,
  logIn,
  makeLink,
  makePerson,
  newcomer,
  outcomeOf,
  rightPassword as password,
  type TestPerson,
} from '../account.testing.ts'

const stepMs = 30_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What an authenticator app shows for the secret on the page, now or some steps away. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + steps * stepMs,
  })

async function prepare(guest: Visitor): Promise<string> {
  expect(outcomeOf(await guest.submit('/two-step/begin', { password }))).toBe('303 /two-step')
  const { text } = await guest.get('/two-step')
  expect(text).toMatch(/<img[^>]*src="data:image\/svg\+xml,/)
  return /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
}

/** A person with the second step on, their app's secret and their recovery codes. */
async function withTwoFactor(): Promise<{
  person: TestPerson
  guest: Visitor
  secret: string
  codes: string[]
}> {
  const person = await makePerson(app)
  const guest = await loggedIn(app, person)
  const secret = await prepare(guest)
  const { text } = await guest.submit('/two-step/confirm', { code: codeOf(secret) })
  const codes = [...text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code = '']) => code)
  app.clock.advance(2 * stepMs)
  return { person, guest, secret, codes }
}

describe('the second step', () => {
  test('is on once the app has shown a code, and gives ten recovery codes once', async () => {
    const { person, guest, codes } = await withTwoFactor()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    const { text } = await guest.get('/two-step')
    expect(text).toContain('It is on. You have 10 of 10 recovery codes left.')
    expect(await auditOf(app, person.id)).toEqual(['session.begin ok', 'two_step.on ok'])
  })

  test('is not on before, nor after a wrong code', async () => {
    const person = await makePerson(app)
    const guest = await loggedIn(app, person)
    const secret = await prepare(guest)
    expect((await logIn(newcomer(app), person.email)).headers['location']).toBe('/')
    for (const code of ['', '000000x', codeOf(secret, 5)]) {
      const answer = await guest.submit('/two-step/confirm', { code })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('alt="QR code')
    }
    expect((await logIn(newcomer(app), person.email)).headers['location']).toBe('/')
  })

  test('needs the password to be set up', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    expect((await guest.submit('/two-step/begin', { password: 'wrong horse' })).status).toBe(403)
    expect((await guest.get('/two-step')).text).not.toContain('QR code')
    expect((await newcomer(app).submit('/two-step/begin', { password })).headers['location']).toBe('/login')
  })

  test('keeps its secret sealed, and its recovery codes as digests', async () => {
    const { person, secret, codes } = await withTwoFactor()
    const rows = await app.context.database.rows<{ row: string }>(sql`
      select u::text as row from identity.user u where id = ${person.id}
      union all select c::text from identity.recovery_code c where user_id = ${person.id}`)
    const dump = JSON.stringify(rows)
    for (const each of [secret, Buffer.from(secret).toString('hex'), ...codes])
      expect(dump).not.toContain(each)
  })

  test('logs the person out everywhere else', async () => {
    const person = await makePerson(app)
    const [guest, other] = [await loggedIn(app, person), await loggedIn(app, person)]
    await guest.submit('/two-step/confirm', { code: codeOf(await prepare(guest)) })
    expect((await guest.get('/two-step')).status).toBe(200)
    expect((await other.get('/two-step')).status).toBe(303)
  })

  test('is asked for at log-in, after the password', async () => {
    const { person, secret } = await withTwoFactor()
    const guest = newcomer(app)
    expect(outcomeOf(await guest.get('/login/code'))).toBe('303 /login')
    const fields = { email: person.email, password, next: '/two-step' }
    expect(outcomeOf(await guest.submit('/login', fields))).toBe('303 /login/code')
    expect((await guest.get('/two-step')).status).toBe(303)
    expect((await guest.get('/login/code')).text).toContain('autocomplete="one-time-code"')
    expect((await guest.submit('/login/code', { code: '000000' })).status).toBe(403)
    const code = codeOf(secret)
    expect(
      outcomeOf(await guest.submit('/login/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` })),
    ).toBe('303 /two-step')
    expect((await guest.get('/two-step')).status).toBe(200)
    expect(outcomeOf(await guest.get('/login/code'))).toBe('303 /login')
  })

  test.each([
    [-2, 403],
    [-1, 303],
    [0, 303],
    [1, 303],
    [2, 403],
  ])('takes the code of %d steps from now: %d', async (steps, status) => {
    const { person, secret } = await withTwoFactor()
    app.clock.advance(10 * stepMs)
    const guest = newcomer(app)
    await logIn(guest, person.email)
    expect((await guest.submit('/login/code', { code: codeOf(secret, steps) })).status).toBe(status)
  })

  test.each([
    ['full-width', 0xff10],
    ['Arabic', 0x0660],
    ['Persian', 0x06f0],
  ])('takes a code in %s digits', async (_name, zero) => {
    const { person, secret } = await withTwoFactor()
    const guest = newcomer(app)
    await logIn(guest, person.email)
    const code = codeOf(secret).replaceAll(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
    expect((await guest.submit('/login/code', { code })).status).toBe(303)
  })

  test('takes no code twice, nor one of an earlier step, also when ten come at once', async () => {
    const { person, secret } = await withTwoFactor()
    const guests = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const guest = newcomer(app)
        await logIn(guest, person.email)
        return guest
      }),
    )
    const code = codeOf(secret)
    const answers = await Promise.all(guests.map((guest) => guest.submit('/login/code', { code })))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const late = newcomer(app)
    await logIn(late, person.email)
    for (const used of [code, codeOf(secret, -1)])
      expect((await late.submit('/login/code', { code: used })).status).toBe(403)
  })

  test('takes each recovery code once, however it is typed', async () => {
    const { person, codes } = await withTwoFactor()
    const [code = ''] = codes
    const guest = newcomer(app)
    await logIn(guest, person.email)
    expect(
      (await guest.submit('/login/code', { code: ` ${code.toUpperCase().replaceAll('-', ' ')}` })).status,
    ).toBe(303)
    const again = newcomer(app)
    await logIn(again, person.email)
    expect((await again.submit('/login/code', { code })).status).toBe(403)
    expect((await guest.get('/two-step')).text).toContain('9 of 10 recovery codes')
  })

  test('is guessed slowly, over all networks together', async () => {
    const { person } = await withTwoFactor()
    const statuses: number[] = []
    for (let at = 0; at < 23; at++) {
      const guest = newcomer(app)
      await logIn(guest, person.email)
      statuses.push((await guest.submit('/login/code', { code: `00000${at % 10}` })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  test('is asked for after a reset too, and a password that was right a moment ago is not any more', async () => {
    const { person, secret } = await withTwoFactor()
    const pending = newcomer(app)
    await logIn(pending, person.email)
    const guest = newcomer(app)
    const path = await makeLink(app, 'reset', person)
    expect(outcomeOf(await guest.submit(path, { password: 'four loud otters' }))).toBe('303 /login/code')
    expect(outcomeOf(await pending.submit('/login/code', { code: codeOf(secret) }))).toBe('303 /login')
    expect(outcomeOf(await guest.submit('/login/code', { code: codeOf(secret) }))).toBe('303 /')
  })

  test('waits ten minutes for the code', async () => {
    const { person, secret } = await withTwoFactor()
    const guest = newcomer(app)
    await logIn(guest, person.email)
    app.clock.advance(600_000)
    expect(outcomeOf(await guest.submit('/login/code', { code: codeOf(secret) }))).toBe('303 /login')
  })

  test('is switched off with password and code, not with one of them', async () => {
    const { person, guest, secret } = await withTwoFactor()
    const code = codeOf(secret)
    expect((await guest.submit('/two-step/off', { password: 'wrong horse', code })).status).toBe(403)
    expect((await guest.submit('/two-step/off', { password, code: '000000' })).status).toBe(403)
    expect(outcomeOf(await guest.submit('/two-step/off', { password, code }))).toBe('303 /two-step')
    expect((await logIn(newcomer(app), person.email)).headers['location']).toBe('/')
    expect(await auditOf(app, person.id)).toContain('two_step.off ok')
  })
})
