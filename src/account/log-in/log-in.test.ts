import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { auditOf, logIn, loggedIn, makePerson, newcomer, outcomeOf } from '../account.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('logIn', () => {
  test('lets somebody in who has the password, and leads home', async () => {
    const person = await makePerson(app)
    const guest = newcomer(app)
    expect(outcomeOf(await guest.get('/two-step'))).toBe('303 /login?next=%2Ftwo-step')
    const answer = await logIn(guest, ` ${person.email.toUpperCase()} `)
    expect(outcomeOf(answer)).toBe('303 /')
    expect((await guest.get('/two-step')).status).toBe(200)
    expect((await guest.get('/logout')).text).toContain(person.email)
    expect(await auditOf(app, person.id)).toEqual(['session.begin ok'])
  })

  test('answers an unknown address, a wrong password, no password and a disabled person alike', async () => {
    const [person, nobodys, disabled] = [
      await makePerson(app),
      await makePerson(app, { password: null }),
      await makePerson(app),
    ]
    await inForce(app.context, (tx) => setUserDisabled(tx, disabled.id, true))
    const refusals = new Set<string>()
    for (const [email, password] of [
      ['unknown@example.com', undefined],
      [person.email, 'wrong horse'],
      [nobodys.email, ''],
      [disabled.email, undefined],
      ['not an address', undefined],
    ] as const) {
      const guest = newcomer(app)
      const { status, text } = await logIn(guest, email, password)
      expect(guest.cookie()).toBeUndefined()
      refusals.add(`${status} ${text.replaceAll(email, '<address>')}`)
    }
    expect(refusals.size).toBe(1)
    expect([...refusals][0]).toMatch(/^403 [\s\S]*The e-mail address or the password is wrong\./)
    expect(await auditOf(app, person.id)).toEqual(['session.begin wrong_login'])
  })

  test('does the same work for known and unknown addresses: one hash each', async () => {
    const known = await makePerson(app)
    const seen: boolean[] = []
    const { passwords } = app.context
    Object.assign(app.context, {
      passwords: {
        ...passwords,
        verify: (...of: Parameters<typeof passwords.verify>) => {
          seen.push(of[1] !== undefined)
          return passwords.verify(...of)
        },
      },
    })
    try {
      await logIn(newcomer(app), known.email, 'wrong horse')
      await logIn(newcomer(app), 'unknown@example.com', 'wrong horse')
    } finally {
      Object.assign(app.context, { passwords })
    }
    expect(seen).toEqual([true, false])
  })

  test('keeps what was typed except the password, and leads from the fault to the field', async () => {
    const { text } = await logIn(newcomer(app), 'ann@example.com', 'wrong horse')
    expect(text).toContain('value="ann@example.com"')
    expect(text).not.toContain('wrong horse')
    expect(text).toContain('<a href="#password">')
    expect(text).toMatch(/id="password"[^>]*aria-describedby="fault"[^>]*aria-invalid="true"/)
  })

  test('of another site is refused, with the right password too', async () => {
    const person = await makePerson(app)
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const guest = newcomer(app)
      const fields = { email: person.email, password: 'three calm otters' }
      const answer = await guest.submit('/login', fields, headers)
      expect(answer.status).toBe(403)
      expect(guest.cookie()).toBeUndefined()
    }
  })

  test.each([
    ['/two-step', '/two-step'],
    ['/join/ABC?x=1', '/join/ABC?x=1'],
    ['/w/18/keys?service=files&q=%22a+b%22', '/w/18/keys?service=files&q=%22a+b%22'],
    ["/me/security?at=12:30,!(x)*'", "/me/security?at=12:30,!(x)*'"],
    ['/operator/people/7', '/operator/people/7'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['\\/evil.test', '/'],
    ['https://evil.test', '/'],
    ['https:/evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/\t/evil.test', '/'],
    ['/\n/evil.test', '/'],
    ['/x\r\nSet-Cookie: a=b', '/'],
    ['', '/'],
    ['in', '/'],
    [`/${'x'.repeat(600)}`, '/'],
  ])('with the next page %j leads to %s', async (next, path) => {
    const person = await makePerson(app)
    const guest = newcomer(app)
    const fields = { email: person.email, password: 'three calm otters', next }
    expect((await guest.submit('/login', fields)).headers['location']).toBe(path)
    const again = await guest.get(`/login?next=${encodeURIComponent(next)}`)
    expect(again.headers['location']).toBe(path)
  })

  test('is slowed down for one network at one account, and never for the account as a whole', async () => {
    const person = await makePerson(app)
    const attacker = newcomer(app)
    for (let at = 0; at < 6; at++)
      expect((await logIn(attacker, person.email, `wrong ${at}`)).status).toBe(403)
    const refused = await logIn(attacker, person.email)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.text).toContain('Too many tries. Wait 2 seconds, then try again.')
    expect((await logIn(newcomer(app), person.email)).status).toBe(303)
    app.clock.advance(2000)
    expect((await logIn(attacker, person.email)).status).toBe(303)
  })

  test('is slowed down for one network at all accounts together, before anything is hashed', async () => {
    const attacker = newcomer(app)
    const statuses: number[] = []
    for (let at = 0; at < 45; at++)
      statuses.push((await logIn(attacker, `somebody-${at}@example.com`, 'wrong horse')).status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(41)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  test('of one stranger, a thousand times at once, leaves the log-in of another as it was', async () => {
    const person = await makePerson(app)
    const attacker = newcomer(app)
    let answered = 0
    const flood = Promise.all(
      Array.from({ length: 1000 }, async (_, at) => {
        const { status } = await logIn(attacker, `victim-${at % 200}@example.com`, 'wrong horse')
        answered += 1
        return status
      }),
    )
    const guest = newcomer(app)
    const { status } = await logIn(guest, person.email)
    const before = answered
    expect(status).toBe(303)
    const statuses = await flood
    expect(new Set(statuses).difference(new Set([403, 429, 503]))).toEqual(new Set())
    expect(statuses.filter((each) => each === 403).length).toBeLessThanOrEqual(41)
    // Those that were refused at once came before; of those that take turns only a few did.
    const turned = statuses.filter((each) => each !== 503).length
    expect(before).toBeLessThan(1000 - turned + 40)
  })

  test('under load answers known and unknown addresses alike, and neither of them sooner', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => makePerson(app)))
    const emails = people.flatMap(({ email }, at) => [email, `stranger-${at}@example.com`])
    const answers: { readonly known: boolean; readonly answer: string }[] = []
    await Promise.all(
      emails.map(async (email, at) => {
        const { status, text } = await logIn(newcomer(app), email, 'wrong horse')
        answers.push({ known: at % 2 === 0, answer: `${status} ${text.replaceAll(email, '<address>')}` })
      }),
    )
    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1)
    const meanRank = (of: boolean) => {
      const ranks = answers.flatMap(({ known }, rank) => (known === of ? [rank] : []))
      return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
    }
    expect(Math.abs(meanRank(true) - meanRank(false))).toBeLessThan(emails.length / 4)
  })

  test('ends the session that the browser had, and begins one under another token', async () => {
    const [one, other] = [await makePerson(app), await makePerson(app)]
    const guest = await loggedIn(app, one)
    const before = guest.cookie()
    expect((await logIn(guest, other.email)).status).toBe(303)
    expect(guest.cookie()).not.toBe(before)
    expect((await guest.get('/logout')).text).toContain(other.email)
    const old = newcomer(app)
    old.setCookie(before)
    expect((await old.get('/two-step')).status).toBe(303)
  })
})
