import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, type Shown } from '../../../test/files-client.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let files: Sharing['files']
let api: Sharing['api']
let shared: Sharing['shared']
let folder: Shown, inner: Shown, deep: Shown, outside: Shown

beforeAll(async () => {
  ;({ app, files, api, shared } = await sharing())
  folder = await files.folder('Papers & <b>"more"')
  inner = await files.folder('inner', folder.id)
  deep = await files.file('deep bytes', 'deep.txt', inner.id)
  outside = await files.file('outside', 'outside.txt')
  await api('POST', '/shares', { file_id: folder.id })
})
afterAll(() => app.close())

const hrefs = (answer: Answer): string[] =>
  [...answer.text.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1] ?? '')
/** Everything that differs between two answers for a visitor. */
const told = ({ status, headers, text }: Answer) => ({
  status,
  headers: { ...headers, 'x-request-id': '', date: '' },
  text,
})

const guards = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

describe('a public link to a file', () => {
  test('shows name and size and has a plain link to the bytes', async () => {
    const url = await shared('shared bytes', 'A <name> & more.bin')
    const page = await visitor(app).get(url)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', ...guards })
    expect(page.text).toContain('A &lt;name&gt; &amp; more.bin')
    expect(page.text).toContain('12 B')
    expect(hrefs(page)).toContain(`${url}/download`)
    expect((await visitor(app).get(`${url}/download`)).text).toBe('shared bytes')
  })

  test('spells out text direction overrides in names of earlier versions', async () => {
    const item = await files.file('x', 'invoice.txt', folder.id)
    const name = 'invoice\u202efdp.txt\u2066'
    await app.context.database.run(sql`update files.file set name = ${name} where id = ${item.id}`)
    const url = `/sl/${folder.id}`
    for (const path of [url, `${url}/e/${item.id}`]) {
      const page = await visitor(app).get(path)
      expect(page.text).toContain('invoice[U+202E]fdp.txt[U+2066]')
      expect(page.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }
    for (const answer of [
      await visitor(app).get(`${url}/e/${item.id}/download`),
      await files.get(`/files/${item.id}/content`),
    ])
      expect(answer.headers['content-disposition']).toBe(
        'attachment; filename="invoice[U+202E]fdp.txt[U+2066]"',
      )
    await files.del(`/files/${item.id}`)
  })

  test('has a strict policy, runs no script and loads nothing from elsewhere', async () => {
    const page = await visitor(app).get(await shared('x', 'policy.txt'))
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src 'self' data:;/,
    )
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.text).not.toMatch(/<script|https?:\/\/(?!files\.test|www\.w3\.org)| style=| on\w+=/i)
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  test('sends bytes as an attachment that is never sniffed or run, in ranges too', async () => {
    const url = await shared('<script>alert(1)</script>', 'page.html')
    const whole = await visitor(app).get(`${url}/download`)
    expect(whole.status).toBe(200)
    expect(whole.headers).toMatchObject({
      ...guards,
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=page.html',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    })
    expect(whole.headers['access-control-allow-origin']).toBeUndefined()
    const part = await visitor(app).get(`${url}/download`, { range: 'bytes=1-6' })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'script', 'bytes 1-6/25'])
    const never = await visitor(app).get(`${url}/download`, { range: 'bytes=99-' })
    expect([never.status, never.headers['content-range']]).toEqual([416, 'bytes */25'])
    expect(never.headers).toMatchObject(guards)
    const other = await visitor(app).get(`${url}/download`, { 'if-match': '"old"', range: 'bytes=1-6' })
    expect([other.status, other.text.includes('The file has changed')]).toEqual([412, true])
    expect(other.headers).toMatchObject(guards)
    const known = await visitor(app).get(`${url}/download`, {
      'if-none-match': String(whole.headers['etag']),
    })
    expect([known.status, known.text]).toEqual([304, ''])
  })

  test('answers HEAD like GET, without the body', async () => {
    const url = await shared('head', 'head.txt')
    for (const path of [url, `${url}/download`, '/sl/zzzzzzzz']) {
      const get = await visitor(app).get(path)
      const head = await visitor(app).go('HEAD', path)
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['content-type', 'content-length', 'content-security-policy'])
        expect(head.headers[name]).toBe(get.headers[name])
    }
  })

  test('is opened only at its own address: GET changes nothing', async () => {
    const url = await shared('x', 'untouched.txt', { password: 'correct horse' })
    await visitor(app).get(`${url}?password=correct+horse`)
    expect((await visitor(app).get(url)).text).toContain('This link has a password')
  })
})

describe('an unknown, a private and an expired link', () => {
  test('give the same answer to every request, byte for byte', async () => {
    const { id } = await files.file('x', 'private.txt')
    const expiring = await shared('x', 'expired.txt', {
      password: 'correct horse',
      expires_at: new Date(app.clock.now().getTime() + 1000).toISOString(),
    })
    expect((await visitor(app).get(expiring)).status).toBe(200)
    app.clock.advance(1000)
    for (const below of ['', '/download', '/preview', `/e/${id}`, `/e/${id}/download`]) {
      const unknown = await visitor(app).get(`/sl/zzzzzzzz${below}`)
      expect(unknown.status).toBe(404)
      expect(unknown.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', ...guards })
      const malformed = ['/sl/x', '/sl/%00', '/sl/%ff', '/sl/%', `/sl/${'x'.repeat(300)}`, '/sl/a%20b']
      for (const link of [`/sl/${id}`, expiring, ...malformed])
        expect(told(await visitor(app).get(link + below))).toEqual(told(unknown))
    }
    const unknown = await visitor(app).submit('/sl/zzzzzzzz', { password: 'correct horse' })
    expect(unknown.status).toBe(404)
    for (const link of [`/sl/${id}`, expiring])
      expect(told(await visitor(app).submit(link, { password: 'correct horse' }))).toEqual(told(unknown))
  })

  test('look like a revoked link, at once', async () => {
    const url = await shared('x', 'back.txt')
    const unknown = await visitor(app).get('/sl/zzzzzzzz')
    await api('DELETE', url.replace('/sl/', '/shares/'))
    expect(told(await visitor(app).get(`${url}/download`))).toEqual(told(unknown))
  })
})

describe('paths and methods that a link does not have', () => {
  test('are answered as pages', async () => {
    const url = await shared('x', 'methods.txt')
    for (const path of ['/sl', '/sl/', `${url}/`, `${url}/nothing`, `${url}/e/`, '/sl/%ff'])
      expect((await visitor(app).get(path)).status).toBe(404)
    for (const path of ['/sl', '/sl/', `${url}/nothing`])
      expect((await visitor(app).get(path)).headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        ...guards,
      })
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const path of [url, '/sl/zzzzzzzz']) {
        const answer = await visitor(app).go(method, path)
        expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
        expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', ...guards })
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    }
    const answer = await visitor(app).submit(`${url}/download`, {})
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('and bodies that are not forms are refused', async () => {
    const url = await shared('x', 'forms.txt', { password: 'correct horse' })
    const send = (type: string, payload: string) =>
      visitor(app).go('POST', url, {
        headers: { origin: 'http://files.test', 'content-type': type },
        payload,
      })
    expect((await send('application/json', '{"password":"correct horse"}')).status).toBe(400)
    const long = await send('application/x-www-form-urlencoded', `password=${'x'.repeat(20_000)}`)
    expect([long.status, long.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  })
})

describe('a link to a folder', () => {
  test('lists its contents with links', async () => {
    const page = await visitor(app).get(`/sl/${folder.id}`)
    expect(page.text).toContain('Papers &amp; &lt;b&gt;&quot;more&quot;')
    expect(hrefs(page)).toEqual(
      expect.arrayContaining([`/sl/${folder.id}/download`, `/sl/${folder.id}/e/${inner.id}`]),
    )
    const below = await visitor(app).get(`/sl/${folder.id}/e/${inner.id}`)
    expect(hrefs(below)).toEqual(
      expect.arrayContaining([
        `/sl/${folder.id}`,
        `/sl/${folder.id}/e/${deep.id}`,
        `/sl/${folder.id}/e/${deep.id}/download`,
      ]),
    )
    const file = await visitor(app).get(`/sl/${folder.id}/e/${deep.id}`)
    expect(file.text).toContain('deep bytes')
    expect(hrefs(file)).toEqual(expect.arrayContaining([`/sl/${folder.id}/e/${inner.id}`]))
    const bytes = await visitor(app).get(`/sl/${folder.id}/e/${deep.id}/download`)
    expect(bytes.text).toBe('deep bytes')
  })

  test('shows nothing outside of it, with the same answer as for unknown ids', async () => {
    const unknown = await visitor(app).get(`/sl/${folder.id}/e/zzzzzzzz`)
    expect(unknown.status).toBe(404)
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    const theirs = await stranger.file('theirs', 'theirs.txt')
    for (const { id } of [outside, theirs])
      for (const below of ['', '/download', '/preview'])
        expect(told(await visitor(app).get(`/sl/${folder.id}/e/${id}${below}`))).toEqual(told(unknown))
    await api('POST', '/shares', { file_id: inner.id })
    expect(told(await visitor(app).get(`/sl/${inner.id}/e/${folder.id}`))).toEqual(told(unknown))
  })

  test('is downloaded as a zip archive, whole or from a folder below', async () => {
    for (const path of [`/sl/${folder.id}/download`, `/sl/${folder.id}/e/${inner.id}/download`]) {
      const zip = await visitor(app).get(path)
      expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip'])
      expect(String(zip.headers['content-disposition'])).toMatch(/^attachment; filename=.*\.zip/)
      expect(zip.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
      expect(zip.bytes.includes('deep bytes')).toBe(true)
      expect(Number(zip.headers['content-length'])).toBe(zip.bytes.length)
      const part = await visitor(app).get(path, { range: 'bytes=2-9' })
      expect([part.status, part.bytes]).toEqual([206, zip.bytes.subarray(2, 10)])
    }
  })

  test('is paged', async () => {
    const many = await files.folder('many')
    for (let at = 0; at < 101; at++) await files.folder(`f${String(at).padStart(3, '0')}`, many.id)
    await api('POST', '/shares', { file_id: many.id })
    const first = await visitor(app).get(`/sl/${many.id}`)
    expect(first.text).toMatch(/Page\s+1\s+of\s+2/)
    expect(first.text).not.toContain('<bdi>f100<')
    const second = await visitor(app).get(`/sl/${many.id}?page=2`)
    expect(second.text).toContain('<bdi>f100<')
    expect(second.text).not.toContain('<bdi>f099<')
    for (const odd of ['0', '-1', 'x', '1e3', '01', ''])
      expect((await visitor(app).get(`/sl/${many.id}?page=${odd}`)).text).toContain('<bdi>f000<')
    for (const beyond of ['3', '900', '9999', '999999999', '2147483648', '9'.repeat(400)])
      expect((await visitor(app).get(`/sl/${many.id}?page=${beyond}`)).text).toBe(second.text)
  })
})
