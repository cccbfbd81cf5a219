import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { purgeThrottles } from '../../platform/limits/throttle/purge-throttles.ts'
import { sql } from '../../platform/database/sql.ts'
import { purgeShareAccesses } from './purge-share-accesses.ts'

let app: TestApp
let api: Sharing['api']
let shareFile: Sharing['shared']

beforeAll(async () => {
  ;({ app, api, shared: shareFile } = await sharing())
})
afterAll(() => app.close())
// Each test has the codes of an hour.
beforeEach(() => app.clock.advance(3_600_000))

const password = 'correct horse'
const secret = 'the shared secret'

const shared = (settings: object) => shareFile(secret, 'secret-name.bin', settings)

const change = (url: string, settings: object) =>
  api('PATCH', url.replace('/sl/', '/shares/'), { status: 'public', ...settings })

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

  test('takes every address that an invitation takes, and its code in Arabic digits', async () => {
    const url = await limited({ emails: 'R&D@bücher.example' })
    const guest = visitor(app, '192.0.2.77')
    await guest.submit(url, { email: 'r&d@BÜCHER.example' })
    const email = 'r&d@xn--bcher-kva.example'
    const code = (await codeFor(email)).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
    const answer = await guest.submit(url, { email, code })
    expect([answer.status, answer.headers['location']]).toEqual([303, url])
  })

  test('answers the same for an address that is not listed, and mails nothing to it', async () => {
    const url = await limited()
    const listed = await visitor(app, '192.0.2.2').submit(url, { email: 'bea@example.com' })
    const stranger = await visitor(app, '192.0.2.3').submit(url, { email: 'eve@example.com' })
    expect(stranger.status).toBe(listed.status)
    expect(stranger.text.replaceAll('eve@', 'bea@')).toBe(listed.text)
    expect(await mailsTo('eve@example.com')).toEqual([])
    const code = await codeFor('bea@example.com')
    expect((await visitor(app).submit(url, { email: 'eve@example.com', code })).status).toBe(403)
  })

  test('takes as long for either address', async () => {
    const url = await limited()
    const timed = async (email: string, from: string) => {
      const started = performance.now()
      await visitor(app, from).submit(url, { email })
      return performance.now() - started
    }
    expect(await timed('ann@example.com', '192.0.2.4')).toBeGreaterThanOrEqual(249)
    expect(await timed('eve@example.com', '192.0.2.5')).toBeGreaterThanOrEqual(249)
  })

  test('refuses a malformed address', async () => {
    const url = await limited()
    for (const email of ['', 'ann', 'ann@', 'a@b@c.de', 'x'.repeat(3000)])
      expect((await visitor(app).submit(url, { email })).status).toBe(400)
  })

  test('stores no readable code', async () => {
    const url = await limited()
    await visitor(app, '192.0.2.6').submit(url, { email: 'ann@example.com' })
    const { code_hash } = await app.context.database.one<{ code_hash: string }>(sql`
      select code_hash from files.share_code where file_id = ${url.slice(4)}`)
    expect(code_hash).toMatch(/^\$argon2id\$/)
  })

  test('allows five tries of a code', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.7')
    await guest.submit(url, { email: 'ann@example.com' })
    const code = await codeFor('ann@example.com')
    for (let at = 0; at < 5; at++)
      expect((await guest.submit(url, { email: 'ann@example.com', code: otherThan(code) })).status).toBe(403)
    const late = visitor(app, '192.0.2.8')
    expect((await late.submit(url, { email: 'ann@example.com', code })).status).toBe(403)
  })

  test('opens with the fifth try of a code', async () => {
    const url = await limited()
    const guest = visitor(app, '192.0.2.11')
    await guest.submit(url, { email: 'ann@example.com' })
    const code = await codeFor('ann@example.com')
    for (let at = 0; at < 4; at++)
      expect((await guest.submit(url, { email: 'ann@example.com', code: otherThan(code) })).status).toBe(403)
    expect((await guest.submit(url, { email: 'ann@example.com', code })).status).toBe(303)
  })

  test('accepts a code for ten minutes', async () => {
    const url = await limited()
    for (const [ms, status] of [
      [10 * 60_000 - 1, 303],
      [10 * 60_000, 403],
    ] as const) {
      const guest = visitor(app, '192.0.2.9')
      await guest.submit(url, { email: 'ann@example.com' })
      app.clock.advance(ms)
      const code = await codeFor('ann@example.com')
      expect((await guest.submit(url, { email: 'ann@example.com', code })).status).toBe(status)
    }
  })

  test('has one valid code at a time, valid once', async () => {
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

  test('locks out an address that is removed from the list, even with a pending code', async () => {
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

  test('asks for its password first, and sends no mail before', async () => {
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

  test('limits mails to one address, listed or not', async () => {
    const url = await limited()
    for (const email of ['ann@example.com', 'eve@example.com']) {
      const answers = []
      for (let at = 0; at < 5; at++) answers.push(await visitor(app, `192.0.3.${at}`).submit(url, { email }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
      expect(answers[4]?.headers['retry-after']).toBe('60')
    }
  })

  test('limits codes to one address to 10 an hour over all links, without saying so', async () => {
    const texts = new Set<string>()
    const before = (await mailsTo('ann@example.com')).length
    for (let at = 0; at < 12; at++) {
      const url = await limited()
      const answer = await visitor(app, `192.0.6.${at}`).submit(url, { email: 'ann@example.com' })
      expect(answer.status).toBe(200)
      texts.add(answer.text.replaceAll(url, '/sl/x'))
    }
    expect(texts.size).toBe(1)
    expect(await mailsTo('ann@example.com')).toHaveLength(before + 10)
    app.clock.advance(3_600_000)
    await visitor(app, '192.0.6.99').submit(await limited(), { email: 'ann@example.com' })
    expect(await mailsTo('ann@example.com')).toHaveLength(before + 11)
  })

  test('takes the previous code while a new one has to wait, or is not mailed', async () => {
    const url = await limited()
    await visitor(app, '192.0.7.1').submit(url, { email: 'ann@example.com' })
    const code = await codeFor('ann@example.com')
    for (let at = 0; at < 9; at++)
      await visitor(app, `192.0.7.${10 + at}`).submit(await limited(), { email: 'ann@example.com' })
    // The tenth went to another link: this one is not mailed, and the code that is there stays.
    expect((await visitor(app, '192.0.7.2').submit(url, { email: 'ann@example.com' })).status).toBe(200)
    const guest = visitor(app, '192.0.7.3')
    for (let at = 0; at < 2; at++) await guest.submit(url, { email: 'ann@example.com' })
    const waiting = await guest.submit(url, { email: 'ann@example.com' })
    expect(waiting.status).toBe(429)
    expect(waiting.text).toContain('Wait')
    expect(waiting.text).toContain('name="code"')
    expect((await guest.submit(url, { email: 'ann@example.com', code })).status).toBe(303)
  })

  test('limits mails requested by one caller', async () => {
    const many = Array.from({ length: 10 }, (_, at) => `p${at}@example.com`)
    const url = await limited({ emails: many.join(',') })
    const statuses: number[] = []
    for (const email of many) statuses.push((await visitor(app, '192.0.4.1').submit(url, { email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429])
  })
})

describe('rows of past visits', () => {
  test('is gone after a day', async () => {
    const url = await limited()
    await visitor(app, '192.0.5.1').submit(url, { email: 'ann@example.com' })
    const left = async () =>
      (
        await app.context.database.one<{ rows: number }>(sql`
          select (select count(*) from platform.try) + (select count(*) from files.share_code) as rows`)
      ).rows
    app.clock.advance(24 * 3_600_000)
    await purgeShareAccesses.run({}, app.context)
    expect(await left()).toBeGreaterThan(0)
    app.clock.advance(1)
    await purgeShareAccesses.run({}, app.context)
    await purgeThrottles.run({}, app.context)
    expect(await left()).toBe(0)
  })
})
