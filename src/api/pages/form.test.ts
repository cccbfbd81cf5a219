import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageServer, type PageServer } from './pages.testing.ts'

let server: PageServer
beforeAll(async () => {
  server = await pageServer()
})
afterAll(() => server.close())

describe('a form', () => {
  test('of another site is refused before it is read', async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { statusCode, payload } = await server.submit('/box/open', 'word=open', headers)
      expect(statusCode).toBe(403)
      expect(payload).toContain('This form came from another site')
    }
  })

  test('of another type, or with too many fields, is 400', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await server.submit('/box/open', '{"word":"open"}', json)).statusCode).toBe(400)
    const malformed = await server.submit('/box/open', 'word=open', { 'content-type': 'form' })
    expect(malformed.statusCode).toBe(415)
    expect(malformed.payload).toContain('<h1>The form cannot be read</h1>')
    expect((await server.submit('/box/open', 'word=open&a=1&b=2&c=3')).statusCode).toBe(400)
  })

  test('over its limit is 413, whether it tells its size or not', async () => {
    expect((await server.submit('/box/open', `word=${'x'.repeat(1000)}`)).statusCode).toBe(413)
    const chunk = `258\r\n${'x'.repeat(0x258)}\r\n`
    const answer = await server.raw(`${head('Transfer-Encoding: chunked')}${chunk}${chunk}0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('that does not arrive in time is 408', async () => {
    const answer = await server.raw(`${head('Content-Length: 9')}word`)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('The form took too long to arrive')
  })

  test('is asked for when the browser waits to be asked', async () => {
    const answer = await server.raw(`${head('Expect: 100-continue\r\nContent-Length: 9')}word=open`)
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 (303|429) /)
  })

  test('that is cut off is logged as aborted, not as a failure', async () => {
    const before = server.lines.error.length
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(`${head('Content-Length: 900')}word`, () => setTimeout(() => socket.destroy(), 50))
    })
    await expect
      .poll(() => server.lines.info.at(-1))
      .toMatchObject({ fields: { endpoint: 'openBox', status: 499 } })
    expect(server.lines.error.slice(before)).toEqual([])
  })

  test('with a wrong field is shown again with the problem that the field stands for', async () => {
    const { statusCode, payload } = await server.submit('/box/open', 'word=x')
    expect(statusCode).toBe(400)
    expect(payload).toMatch(/<p>The word is too short\.<\/p>\s*<form/)
  })

  test('is shown again with a declared problem of its handler', async () => {
    server.clock.advance(60_000)
    const { statusCode, payload } = await server.submit('/box/open', 'word=wrong')
    expect(statusCode).toBe(403)
    expect(payload).toMatch(/<p>The word is wrong\.<\/p>\s*<form/)
  })

  test('without a way to be shown again has a page for each problem', async () => {
    const { statusCode, payload } = await server.submit('/box/seal', '')
    expect(statusCode).toBe(409)
    expect(payload).toContain('<h1>The box is sealed</h1>')
  })

  const head = (more: string) =>
    'POST /box/open HTTP/1.1\r\nHost: box.test\r\nOrigin: http://box.test\r\nConnection: close\r\n' +
    `Content-Type: application/x-www-form-urlencoded\r\n${more}\r\n\r\n`
})

describe('tries', () => {
  test('are counted one by one when 50 come at once', async () => {
    server.clock.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.submit('/box/open', 'word=wrong')),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 403)).toHaveLength(4)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(46)
    expect(refused[0]?.headers['retry-after']).toBe('8')
    expect(refused[0]?.payload).toContain('Too many tries. Wait 8 seconds, then try again.')
  })

  test('that succeed are not counted', async () => {
    server.clock.advance(60_000)
    for (let at = 0; at < 10; at++)
      expect((await server.submit('/box/open', 'word=open')).statusCode).toBe(303)
  })
})
