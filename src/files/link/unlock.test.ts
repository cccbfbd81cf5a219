import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'

let app: TestApp
let api: Sharing['api']
let shareFile: Sharing['shared']

beforeAll(async () => {
  ;({ app, api, shared: shareFile } = await sharing())
})
afterAll(() => app.close())

const password = 'correct horse'
const wrong = { password: 'battery staple' }
const secret = 'the shared secret'

const shared = (settings: object) => shareFile(secret, 'secret-name.bin', settings)

const change = (url: string, settings: object) =>
  api('PATCH', url.replace('/sl/', '/shares/'), { status: 'public', ...settings })

describe('a link with a password', () => {
  test('asks for it, and shows nothing without', async () => {
    const url = await shared({ password })
    const guest = visitor(app)
    const page = await guest.get(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form class="stack" method="post"')
    expect(page.text).toContain('type="password"')
    expect(page.text).not.toContain('secret')
    for (const below of ['/download', '/preview']) {
      const answer = await guest.get(url + below)
      expect([answer.status, answer.headers['location'], answer.text]).toEqual([303, url, ''])
    }
    expect((await guest.get(`${url}/e/zzzzzzzz`)).text).toBe(page.text)
    expect((await guest.submit(url, wrong)).status).toBe(403)
    expect(guest.cookie()).toBeUndefined()
  })

  test('opens with it, for this visitor, by a cookie of this link only', async () => {
    const url = await shared({ password })
    const guest = visitor(app)
    const answer = await guest.submit(url, { password })
    expect([answer.status, answer.headers['location']]).toEqual([303, url])
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(
      new RegExp(`^bureau_link=[\\w-]+; Path=${url}; Max-Age=7200; HttpOnly; SameSite=Lax$`),
    )
    expect(cookie).not.toContain(password)
    expect((await guest.get(`${url}/download`)).text).toBe(secret)
    expect((await guest.get(`${url}/download`, { range: 'bytes=4-9' })).text).toBe('shared')
    const other = visitor(app)
    other.setCookie(guest.cookie())
    expect((await other.get(`${await shared({ password })}/download`)).status).toBe(303)
  })

  test('accepts the password in any composition of its letters', async () => {
    const url = await shared({ password: 'caf\u00e9 cr\u00e8me' })
    expect((await visitor(app).submit(url, { password: 'cafe\u0301 cre\u0300me' })).status).toBe(303)
  })

  test('forgets the visitor after two hours', async () => {
    const url = await shared({ password })
    const guest = visitor(app)
    await guest.submit(url, { password })
    app.clock.advance(2 * 3_600_000 - 1)
    expect((await guest.get(`${url}/download`)).status).toBe(200)
    app.clock.advance(1)
    expect((await guest.get(`${url}/download`)).status).toBe(303)
  })

  test.each([
    ['another password', { password: 'another horse' }],
    ['the same password set again', { password }],
    ['another expiry', { expires_at: '2030-01-01 00:00:00' }],
  ])('locks out visitors when it gets %s', async (_, settings) => {
    const url = await shared({ password })
    const guest = visitor(app)
    await guest.submit(url, { password })
    await change(url, settings)
    expect((await guest.get(`${url}/download`)).status).toBe(303)
  })

  test('refuses a forged cookie', async () => {
    const url = await shared({ password })
    const guest = visitor(app)
    await guest.submit(url, { password })
    const [name, value = ''] = String(guest.cookie()).split('=')
    const middle = value.length >> 1
    const flipped = value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1)
    for (const forged of ['', 'x', value.slice(0, -2), flipped, '%00', '"'.repeat(20)]) {
      guest.setCookie(`${name}=${forged}`)
      expect((await guest.get(`${url}/download`)).status).toBe(303)
    }
  })

  test('marks the cookie Secure where pages are https', async () => {
    const url = await shared({ password })
    const { origins } = app.context
    Object.assign(origins, { files: 'https://files.test' })
    try {
      const answer = await visitor(app).submit(url, { password }, { origin: 'https://files.test' })
      expect(String(answer.headers['set-cookie'])).toMatch(/; Secure$/)
    } finally {
      Object.assign(origins, { files: 'http://files.test' })
    }
  })
})

describe('wrong passwords', () => {
  test('are slowed down more and more, for this caller and this link', async () => {
    const url = await shared({ password })
    const guest = visitor(app, '198.51.100.1')
    for (let at = 0; at < 5; at++) expect((await guest.submit(url, wrong)).status).toBe(403)
    const waits: number[] = []
    for (let at = 0; at < 4; at++) {
      expect((await guest.submit(url, wrong)).status).toBe(403)
      const refused = await guest.submit(url, { password })
      expect(refused.status).toBe(429)
      expect(refused.text).toContain('Too many tries.')
      waits.push(Number(refused.headers['retry-after']))
      app.clock.advance(Number(refused.headers['retry-after']) * 1000)
    }
    expect(waits).toEqual([2, 4, 8, 16])
    await guest.submit(url, wrong)
    expect((await guest.submit(url, wrong)).status).toBe(429)
    expect((await visitor(app, '198.51.100.2').submit(url, { password })).status).toBe(303)
    expect((await guest.submit(await shared({ password }), { password })).status).toBe(303)
  })

  test('each count when they come concurrently', async () => {
    const url = await shared({ password })
    const guest = visitor(app, '198.51.100.3')
    const answers = await Promise.all(Array.from({ length: 50 }, () => guest.submit(url, wrong)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(44)
  })

  test('are forgotten after the right one, and after an hour', async () => {
    const url = await shared({ password })
    const guest = visitor(app, '198.51.100.4')
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 5; at++) expect((await guest.submit(url, wrong)).status).toBe(403)
      if (round === 1) app.clock.advance(3_600_000)
      else {
        expect((await guest.submit(url, { password })).status).toBe(303)
        guest.setCookie(undefined)
      }
    }
  })

  test('from one IPv6 network count as one caller', async () => {
    const url = await shared({ password })
    for (let at = 0; at < 6; at++)
      expect((await visitor(app, `2001:db8:1:2::${at}`).submit(url, wrong)).status).toBe(403)
    expect((await visitor(app, '2001:db8:1:2:ffff::9').submit(url, wrong)).status).toBe(429)
    expect((await visitor(app, '2001:db8:1:3::9').submit(url, wrong)).status).toBe(403)
  })

  test('from everywhere are slowed down slightly', async () => {
    const url = await shared({ password })
    const callers = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => visitor(app, `10.1.${from}.${at}`))
    for (const caller of callers(1, 101)) expect((await caller.submit(url, wrong)).status).toBe(403)
    const [late] = callers(2, 1)
    const refused = await late?.submit(url, { password })
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '1'])
    app.clock.advance(1000)
    expect((await late?.submit(url, { password }))?.status).toBe(303)
  })
})

describe('a form', () => {
  test('of another site is refused', async () => {
    const url = await shared({ password })
    const send = (headers: Record<string, string>) => visitor(app).submit(url, { password }, headers)
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://files.test.evil.test' },
      { origin: 'http://files.test', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://files.test', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await send(headers)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    }
    for (const headers of [
      { origin: 'http://files.test' },
      { origin: 'http://10.0.0.7:8081', host: '10.0.0.7:8081' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ])
      expect((await send(headers)).status).toBe(303)
  })

  test('for a link that asks for nothing redirects to it', async () => {
    const url = await shared({})
    const answer = await visitor(app).submit(url, { password: 'whatever' })
    expect([answer.status, answer.headers['location']]).toEqual([303, url])
  })
})
