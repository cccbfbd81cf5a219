import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageServer, type PageServer } from './pages.testing.ts'
import { seen } from './pages.sample.ts'

let server: PageServer
beforeAll(async () => {
  server = await pageServer()
})
afterAll(() => server.close())

const guards = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

/** The cookie of a visitor who knows the word. */
async function opened(): Promise<string> {
  server.clock.advance(60_000)
  const answer = await server.submit('/box/open', 'word=open')
  expect(answer.statusCode).toBe(303)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

describe('every answer', () => {
  const answers: Readonly<Record<string, () => ReturnType<PageServer['get']>>> = {
    'of a page': () => server.get('/box/open'),
    'with bytes': () => server.get('/box/bytes'),
    'with a range that does not exist': () => server.get('/box/bytes', { range: 'bytes=99-' }),
    'that leads elsewhere': () => server.get('/box/inside'),
    'to a form with a wrong field': () => server.submit('/box/open', 'word=x'),
    'to a form of another site': () => server.submit('/box/open', '', { origin: 'https://evil.test' }),
    'to a body that is not a form': () =>
      server.submit('/box/open', '{}', { 'content-type': 'application/json' }),
    'to another method': () => server.go('PUT', '/box/open'),
    'to an unknown path': () => server.get('/box/nothing'),
    'to the prefix alone': () => server.get('/box'),
    'to an address that cannot be decoded': () => server.get('/box/%ff'),
    'to a failure': () => server.get('/box/fail/unexpected'),
  }

  test.each(Object.entries(answers))(
    '%s is private, not for other sites, frames or search engines',
    async (_, ask) => {
      const { headers } = await ask()
      expect(headers).toMatchObject(guards)
      expect(headers['x-request-id']).toMatch(/^req_/)
      for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
    },
  )

  test('with a form is never compressed: it shows what was typed beside secrets', async () => {
    const page = await server.get('/box/open', { 'accept-encoding': 'br' })
    expect(page.payload.length).toBeGreaterThan(1024)
    expect(page.headers['content-encoding']).toBeUndefined()
    expect((await server.get('/box/nothing', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(
      'br',
    )
  })

  test.each(Object.entries(answers).filter(([name]) => !/bytes|elsewhere/.test(name)))(
    '%s is a page with a strict policy',
    async (_, ask) => {
      const { headers, payload } = await ask()
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(headers['content-security-policy']).toContain("form-action 'self'")
      expect(payload).toMatch(/^<!doctype html>/)
    },
  )
})

describe('methods', () => {
  test('that a page does not take are 405, with those it takes in Allow', async () => {
    const allowed: Readonly<Record<string, string>> = {
      '/box/open': 'GET, HEAD, POST',
      '/box/inside': 'GET, HEAD',
      '/box/seal': 'POST',
    }
    for (const [path, methods] of Object.entries(allowed)) {
      const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (method) => !methods.split(', ').includes(method),
      )
      for (const method of others) {
        const { statusCode, headers } = await server.go(method, path)
        expect([method, statusCode, headers['allow']]).toEqual([method, 405, methods])
      }
    }
  })

  test('of HEAD answer like GET without the body, and are not a visit', async () => {
    seen.length = 0
    for (const path of ['/box/open', '/box/bytes', '/box/nothing', '/box/fail/unexpected']) {
      const [head, get] = [await server.go('HEAD', path), await server.get(path)]
      expect([path, head.statusCode, head.payload]).toEqual([path, get.statusCode, ''])
      for (const name of ['content-type', 'content-security-policy', 'cache-control'])
        expect(head.headers[name]).toBe(get.headers[name])
    }
    expect(seen).toEqual(['asked', 'taken'])
  })
})

describe('a scheme', () => {
  test('sends visitors elsewhere who may not enter', async () => {
    const { statusCode, headers, payload } = await server.get('/box/inside')
    expect([statusCode, headers['location'], payload]).toEqual([303, '/box/open', ''])
  })

  test('tells the handler who the caller is', async () => {
    const { payload } = await server.get('/box/inside/7?page=2', { cookie: await opened() })
    expect(payload).toContain('<p>open 7 2</p>')
  })
})

describe('an address', () => {
  test('that is unknown, malformed or undecodable gets the same 404, byte for byte', async () => {
    const unknown = await server.get('/box/nothing')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.payload).toContain('<h1>No such box</h1>')
    for (const path of ['/box', '/box/', '/box/inside/x', '/box/%ff', '/box/%', `/box/${'x'.repeat(600)}`]) {
      const { statusCode, payload } = await server.get(path)
      expect([path, statusCode, payload]).toEqual([path, 404, unknown.payload])
    }
  })

  test('with an odd query means what the page says', async () => {
    const { payload } = await server.get('/box/inside?page=x', { cookie: await opened() })
    expect(payload).toContain('<p>open all 1</p>')
  })
})

describe('a failure', () => {
  test.each(['unexpected', 'undeclared'])('that is %s tells the request ID and nothing else', async (how) => {
    const { statusCode, headers, payload } = await server.get(`/box/fail/${how}`)
    expect(statusCode).toBe(500)
    expect(payload).toContain(`<code>${String(headers['x-request-id'])}</code>`)
    expect(payload).not.toContain('secret')
    expect(server.lines.error.at(-1)).toMatchObject({
      fields: { request_id: headers['x-request-id'], page: 'fail' },
      message: 'failed',
    })
  })

  test('of too many passwords at once is 503 with the time to wait', async () => {
    const { statusCode, headers, payload } = await server.get('/box/fail/busy')
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(payload).not.toContain('secret')
  })

  test('of the blob store is 502, with the cause in the log', async () => {
    const { statusCode, payload } = await server.get('/box/fail/unreachable')
    expect(statusCode).toBe(502)
    expect(payload).not.toContain('secret')
    expect(server.lines.warn.at(-1)).toMatchObject({ fields: { page: 'fail' }, message: 'refused' })
  })
})

describe('a download', () => {
  test('is an attachment in ranges, and only the first of them is a visit', async () => {
    seen.length = 0
    const first = await server.get('/box/bytes', { range: 'bytes=0-3' })
    expect([first.statusCode, first.payload]).toEqual([206, '0123'])
    expect(first.headers['content-disposition']).toMatch(/^attachment/)
    expect((await server.get('/box/bytes', { range: 'bytes=4-9' })).payload).toBe('456789')
    expect((await server.get('/box/bytes', { 'if-none-match': '"ten"' })).statusCode).toBe(304)
    const beyond = await server.get('/box/bytes', { range: 'bytes=10-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
    const other = await server.get('/box/bytes', { 'if-match': '"old"' })
    expect([other.statusCode, other.payload.includes('The file has changed')]).toEqual([412, true])
    expect(seen).toEqual(['taken'])
  })
})

describe('the log', () => {
  test('names the page, and the code of what was refused', async () => {
    const ask = (path: string) =>
      server.raw(`GET ${path} HTTP/1.1\r\nHost: box.test\r\nConnection: close\r\n\r\n`)
    await ask('/box/fail/busy')
    expect(server.lines.info.at(-1)).toMatchObject({
      fields: { endpoint: 'fail', code: 'busy', status: 503, method: 'GET' },
      message: 'answered',
    })
    await ask('/box/nothing')
    expect(server.lines.info.at(-1)).toMatchObject({
      fields: { endpoint: 'none', code: 'unknown_path', status: 404 },
    })
  })
})

describe('cookies', () => {
  test('of a scheme go with the page behind it, and with its refusals', async () => {
    const cookie = await opened()
    for (const path of ['/box/inside', '/box/inside?page=x'])
      expect((await server.get(path, { cookie })).headers['set-cookie']).toBe('held=yes; Path=/box')
  })

  test('of a page that is shown are all set', async () => {
    expect((await server.get('/front')).headers['set-cookie']).toEqual(['one=1; Path=/', 'two=2; Path=/'])
  })
})

describe('a site without a prefix', () => {
  test('answers below the first segment of each of its pages, and nowhere else', async () => {
    expect((await server.get('/front')).payload).toContain('<p>front</p>')
    for (const path of ['/front/more', '/back', '/back/x', '/back/%ff', '/back/1/2'])
      expect((await server.get(path)).payload).toContain('<h1>No such box</h1>')
    const elsewhere = await server.get('/elsewhere')
    expect([elsewhere.statusCode, elsewhere.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
    const { statusCode, headers } = await server.go('DELETE', '/front')
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('leads on from a problem to where something can be done', async () => {
    const { statusCode, payload } = await server.get('/back/1')
    expect(statusCode).toBe(410)
    expect(payload).toMatch(/<a class="button wide" href="\/front">To the front<\/a>/)
  })
})
