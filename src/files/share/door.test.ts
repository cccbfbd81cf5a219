import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { jsonCaller } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { sql } from '../../platform/database/sql.ts'
import { purgeShareAccesses } from './purge-share-accesses.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>
let api: ReturnType<typeof jsonCaller>

beforeAll(async () => {
  app = await testApp()
  const { key } = await (await app.tenant()).key('files')
  files = filesClient(app, key)
  api = jsonCaller(app, key)
})
afterAll(() => app.close())

const password = 'correct horse'
const wrong = { password: 'battery staple' }
const secret = 'the shared secret'

async function shared(settings: object): Promise<string> {
  const { id } = await files.file(secret, 'secret-name.bin')
  await api('POST', '/shares', { file_id: id, ...settings })
  return `/sl/${id}`
}

const change = (url: string, settings: object) =>
  api('PATCH', url.replace('/sl/', '/shares/'), { status: 'public', ...settings })

describe('a link with a password', () => {
  test('asks for it, and lets nobody see or have anything without', async () => {
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

  test('takes the same password however its letters are composed', async () => {
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
  ])('shuts out those who are in when it gets %s', async (_, settings) => {
    const url = await shared({ password })
    const guest = visitor(app)
    await guest.submit(url, { password })
    await change(url, settings)
    expect((await guest.get(`${url}/download`)).status).toBe(303)
  })

  test('does not take a cookie that was tampered with', async () => {
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

  test('count as so many when they come at the same moment', async () => {
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

  test('from one IPv6 network are those of one caller', async () => {
    const url = await shared({ password })
    for (let at = 0; at < 6; at++)
      expect((await visitor(app, `2001:db8:1:2::${at}`).submit(url, wrong)).status).toBe(403)
    expect((await visitor(app, '2001:db8:1:2:ffff::9').submit(url, wrong)).status).toBe(429)
    expect((await visitor(app, '2001:db8:1:3::9').submit(url, wrong)).status).toBe(403)
  })

  test('from everywhere are slowed down softly', async () => {
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

const emails = 'ann@example.com, bea@example.com'
const mailsTo = (email: string) =>
  app.context.database.rows<{ subject: string; text: string; html: string; links: string[] }>(sql`
    select subject, text, html, links from platform.mail where recipient = ${email} order by id`)
const codeFor = async (email: string): Promise<string> =>
  /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0] ?? 'none'
const limited = (settings: object = {}) => shared({ status: 'limited', emails, ...settings })
/** Not the code that was sent. */
const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')

describe('a limited link', () => {
  test('opens for a listed address with the code that is mailed to it', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.1')
    const page = await guest.get(url)
    expect(page.text).toContain('type="email"')
    expect(page.text).not.toMatch(/secret|ann@|bea@/)
    expect((await guest.get(`${url}/download`)).status).toBe(303)
    const asked = await guest.submit(url, { email: ' Ann@Example.com ' })
    expect(asked.status).toBe(200)
    const [mail] = await mailsTo('ann@example.com')
    expect(mail?.links).toEqual([`http://files.test${url}`])
    expect(mail?.text).not.toContain('secret')
    const code = await codeFor('ann@example.com')
    const answer = await guest.submit(url, {
      email: 'ann@example.com',
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect([answer.status, answer.headers['location']]).toEqual([303, url])
    expect((await guest.get(url)).text).toContain('secret-name.bin')
    expect((await guest.get(`${url}/download`)).text).toBe(secret)
    const { email } = await app.context.database.one<{ email: string }>(sql`
      select email from files.share_access where file_id = ${url.slice(4)} and action = 'download'`)
    expect(email).toBe('ann@example.com')
    const row = await app.context.database.first(sql`
      select from files.share_code where file_id = ${url.slice(4)}`)
    expect(row).toBeUndefined()
  })

  test('says the same of an address that is not listed, and mails nothing to it', async () => {
    const url = await limited()
    const listed = await visitor(app, '192.0.2.2').submit(url, { email: 'bea@example.com' })
    const stranger = await visitor(app, '192.0.2.3').submit(url, { email: 'eve@example.com' })
    expect(stranger.status).toBe(listed.status)
    expect(stranger.text.replaceAll('eve@', 'bea@')).toBe(listed.text)
    expect(await mailsTo('eve@example.com')).toEqual([])
    const code = await codeFor('bea@example.com')
    expect((await visitor(app).submit(url, { email: 'eve@example.com', code })).status).toBe(403)
  })

  test('takes as long for the one as for the other', async () => {
    const url = await limited()
    const timed = async (email: string, from: string) => {
      const started = performance.now()
      await visitor(app, from).submit(url, { email })
      return performance.now() - started
    }
    expect(await timed('ann@example.com', '192.0.2.4')).toBeGreaterThanOrEqual(249)
    expect(await timed('eve@example.com', '192.0.2.5')).toBeGreaterThanOrEqual(249)
  })

  test('refuses what is no address', async () => {
    const url = await limited()
    for (const email of ['', 'ann', 'ann@', 'a@b@c.de', 'x'.repeat(3000)])
      expect((await visitor(app).submit(url, { email })).status).toBe(400)
  })

  test('keeps no code that could be read', async () => {
    const url = await limited()
    await visitor(app, '192.0.2.6').submit(url, { email: 'ann@example.com' })
    const { code_hash } = await app.context.database.one<{ code_hash: string }>(sql`
      select code_hash from files.share_code where file_id = ${url.slice(4)}`)
    expect(code_hash).toMatch(/^\$argon2id\$/)
  })

  test('gives a code five tries', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.7')
    await guest.submit(url, { email: 'ann@example.com' })
    const code = await codeFor('ann@example.com')
    for (let at = 0; at < 5; at++)
      expect((await guest.submit(url, { email: 'ann@example.com', code: otherThan(code) })).status).toBe(403)
    const late = visitor(app, '192.0.2.8')
    expect((await late.submit(url, { email: 'ann@example.com', code })).status).toBe(403)
  })

  test('gives a code ten minutes', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.9')
    await guest.submit(url, { email: 'ann@example.com' })
    app.clock.advance(10 * 60_000)
    const code = await codeFor('ann@example.com')
    expect((await guest.submit(url, { email: 'ann@example.com', code })).status).toBe(403)
  })

  test('has one good code at a time, good once', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.10')
    await guest.submit(url, { email: 'ann@example.com' })
    const old = await codeFor('ann@example.com')
    await guest.submit(url, { email: 'ann@example.com' })
    const code = await codeFor('ann@example.com')
    if (old !== code)
      expect((await guest.submit(url, { email: 'ann@example.com', code: old })).status).toBe(403)
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        visitor(app, `192.0.2.${20 + at}`).submit(url, { email: 'ann@example.com', code }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('shuts out an address that is taken off the list, also with a code on its way', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.30')
    await guest.submit(url, { email: 'ann@example.com' })
    await guest.submit(url, { email: 'ann@example.com', code: await codeFor('ann@example.com') })
    expect((await guest.get(`${url}/download`)).status).toBe(200)
    const late = visitor(app, '192.0.2.31')
    await late.submit(url, { email: 'bea@example.com' })
    await change(url, { status: 'limited', emails: 'cia@example.com' })
    expect((await guest.get(`${url}/download`)).status).toBe(303)
    const code = await codeFor('bea@example.com')
    expect((await late.submit(url, { email: 'bea@example.com', code })).status).toBe(403)
  })

  test('asks for its password first, and mails nobody before', async () => {
    const url = await limited({ password })
    const guest = visitor(app, '192.0.2.32')
    const before = (await mailsTo('ann@example.com')).length
    expect((await guest.submit(url, { email: 'ann@example.com' })).text).toContain('type="password"')
    expect((await mailsTo('ann@example.com')).length).toBe(before)
    await guest.submit(url, { password })
    expect((await guest.get(url)).text).toContain('type="email"')
    expect((await guest.get(`${url}/download`)).status).toBe(303)
    await guest.submit(url, { email: 'ann@example.com' })
    await guest.submit(url, { email: 'ann@example.com', code: await codeFor('ann@example.com') })
    expect((await guest.get(`${url}/download`)).text).toBe(secret)
  })

  test('limits mails to one address, listed or not alike', async () => {
    const url = await limited()
    for (const email of ['ann@example.com', 'eve@example.com']) {
      const answers = []
      for (let at = 0; at < 5; at++) answers.push(await visitor(app, `192.0.3.${at}`).submit(url, { email }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
      expect(answers[4]?.headers['retry-after']).toBe('60')
    }
  })

  test('limits mails that one caller asks for', async () => {
    const many = Array.from({ length: 10 }, (_, at) => `p${at}@example.com`)
    const url = await limited({ emails: many.join(',') })
    const statuses: number[] = []
    for (const email of many) statuses.push((await visitor(app, '192.0.4.1').submit(url, { email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429])
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

  test('for a link that asks for nothing leads to it', async () => {
    const url = await shared({})
    const answer = await visitor(app).submit(url, { password: 'whatever' })
    expect([answer.status, answer.headers['location']]).toEqual([303, url])
  })
})

describe('what visitors leave behind', () => {
  test('is gone after a day', async () => {
    const url = await limited()
    await visitor(app, '192.0.5.1').submit(url, { email: 'ann@example.com' })
    const left = async () =>
      (
        await app.context.database.one<{ rows: number }>(sql`
          select (select count(*) from files.share_try) + (select count(*) from files.share_code) as rows`)
      ).rows
    expect(await left()).toBeGreaterThan(0)
    app.clock.advance(25 * 3_600_000)
    await purgeShareAccesses.run({}, app.context)
    expect(await left()).toBe(0)
  })
})

describe('all of this', () => {
  test('was expected: no answer was a failure of ours', () => expect(app.errors).toEqual([]))
})
