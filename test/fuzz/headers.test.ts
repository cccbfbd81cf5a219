import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlaces, type Places } from '../../src/gateway/places.testing.ts'
import { originNames } from '../../src/program/roles.ts'
import { testApp, type TestApp } from '../harness.ts'
import { fuzzTimeout, holds } from './holds.ts'
import { ask, expectAnswer, head, listen } from './wire.ts'

/** Characters that Node accepts in a header, and some that it refuses. */
const text = fc.string({
  unit: fc
    .oneof({ arbitrary: fc.integer({ min: 0x20, max: 0xff }), weight: 30 }, fc.constantFrom(0, 9, 0x0a, 0x7f))
    .map((code) => String.fromCharCode(code)),
  maxLength: 20,
})
const values: Readonly<Record<string, readonly string[]>> = {
  Authorization: [
    'Bearer ',
    'Bearer KEY',
    'bearer KEY',
    'Bearer KEY KEY',
    'Basic x',
    'Bearer bf_live_',
    'Code 1',
    '',
  ],
  'Content-Type': [
    'application/json',
    'multipart/form-data; boundary=b',
    'application/x-www-form-urlencoded',
    ';',
    '',
  ],
  'Content-Length': ['0', '1', '-1', '00', '1e1', '99999999999999999999', ''],
  'Transfer-Encoding': ['chunked', 'gzip, chunked', 'identity', ''],
  Expect: ['100-continue', '100-Continue', 'x'],
  'Accept-Encoding': ['gzip;q=x', 'br, zstd;q=0.5', '*;q=0', ',,,', 'identity;q=0'],
  Cookie: ['session=x', '=', ';;', '__Host-session=%', 'a="', 'session=x; session=y'],
  Origin: ['null', 'https://x.test', 'http://files.test', '://', 'https://[', ''],
  Referer: ['https://x.test/a', '::', 'about:blank', ''],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none', 'x'],
  'X-Forwarded-For': ['1.2.3.4', '::1, 2.3.4.5', ',,', 'x', '1.2.3.4:80', '[::1]:1'],
  'X-Forwarded-Proto': ['https', 'x'],
  Forwarded: ['for=1.2.3.4', 'for="[::1', ''],
  'Idempotency-Key': ['x', '', 'x'.repeat(300), 'é'],
  'Last-Event-ID': ['1', 'x'],
  Range: ['bytes=0-', 'bytes=', 'bytes=9-1'],
  'If-None-Match': ['*', '"', 'W/"x"'],
  'If-Modified-Since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-x-y-z', ''],
  tracestate: ['a=b', '=', ','],
  'X-Bureau-Relay': ['x', '1.2.3.4;x'],
  'X-Timestamp': ['0', 'x'],
  'X-Signature': ['00', 'x'],
  'User-Agent': ['me.capcom.smsgateway/1.68.0', 'me.capcom.smsgateway/x', ''],
  'Access-Control-Request-Method': ['PUT', ''],
  Upgrade: ['websocket', 'h2c'],
  Connection: ['close', 'keep-alive, Range', 'Upgrade'],
  Host: ['', 'x', 'a b', '[::1', 'x:99999'],
}
const line = fc.oneof(
  {
    arbitrary: fc
      .constantFrom(...Object.keys(values))
      .chain((name) => fc.constantFrom(...(values[name] ?? [])).map((value) => `${name}: ${value}`)),
    weight: 8,
  },
  fc.tuple(fc.constantFrom(...Object.keys(values)), text).map(([name, value]) => `${name}: ${value}`),
  text,
)
const segment = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'files',
      'folders',
      'messages',
      'search',
      'members',
      'uploads',
      'x',
      '1',
      'content',
      'me',
      'health',
    ),
    weight: 4,
  },
  fc.constantFrom(
    '%',
    '%00',
    '%2F',
    '%2e%2e',
    '..',
    '.',
    '',
    '%ff',
    '%ud800',
    ':id',
    '*',
    '{id}',
    '\\',
    '9'.repeat(400),
    '%E2%80%AE',
    '%7Bid%7D',
    '__proto__',
  ),
  text.map((each) => each.replaceAll(/[ \r\n\0]/g, '')),
)
const query = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  fc.constantFrom(
    '?',
    '?limit=x',
    '?offset=-1',
    '?q=%',
    '?q=%00',
    '?q=%ed%a0%80',
    '?limit=1&limit=2',
    '?__proto__=1',
    '?a[b]=c',
    '?q=a&type=file',
    '??',
    '?since_id=9999999999999999999',
    '?parent_id=',
    '?sort=name',
    '?from=x',
  ),
  text.map((each) => `?q=${each.replaceAll(/[ \r\n\0]/g, '')}`),
)
const path = fc
  .tuple(
    fc.constantFrom('/api/v1', '/v1/files', '/v1/users', '/v1/iam', '/api/mobile/v1', '/sl', '/join', ''),
    fc.array(segment, { maxLength: 4 }),
    query,
  )
  .map(([prefix, segments, rest]) => `${prefix}${segments.map((each) => `/${each}`).join('')}${rest}` || '/')
const target = fc.oneof(
  { arbitrary: path, weight: 12 },
  fc.constantFrom('*', '//', 'http://x/api/v1/files', 'x', '/\t', '/#', 'http://', '/?'),
)
const method = fc.oneof(
  { arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'), weight: 8 },
  fc.constantFrom('TRACE', 'PROPFIND', 'QUERY', 'get', 'LOCK', 'X', ''),
)
/** A request without a body, although its head may announce one. */
const request = fc.tuple(method, target, fc.array(line, { maxLength: 4 }))

const sent = (key: string, lines: readonly string[]) => lines.map((each) => each.replaceAll('KEY', key))

/** Sends the head and nothing after it, even when it announces a body. */
const exchange = async (
  port: number,
  key: string,
  [verb, url, lines]: readonly [string, string, readonly string[]],
) => ask(port, verb, [`${head(verb, url, [...sent(key, lines), 'Connection: close'])}\r\n`])

const announcesBody = (lines: readonly string[]): boolean =>
  lines.some((each) => /^(content-length|transfer-encoding|upgrade|expect)/i.test(each))

describe('a head', () => {
  describe('that comes to an origin', () => {
    let app: TestApp
    let key: string
    const ports = new Map<string, number>()

    beforeAll(async () => {
      app = await testApp({ trustedProxies: 1 })
      for (const name of originNames) ports.set(name, await listen(app, name))
      key = (await (await app.tenant()).key('files')).key
    })
    afterAll(() => app.close())

    test('is answered as the origin answers, whatever it says', fuzzTimeout, () =>
      holds(
        fc.asyncProperty(fc.constantFrom(...originNames), request, async (name, asked) => {
          const port = ports.get(name) ?? 0
          const answered = exchange(port, key, asked)
          if (announcesBody(asked[2])) await answered.catch(() => undefined)
          else expectAnswer(await answered)
          expect((await ask(port, 'GET', [`${head('GET', '/none', [])}\r\n`])).status).toBe(404)
        }),
      ),
    )
  })

  describe('that a gateway relays', () => {
    let places: Places
    let key: string

    beforeAll(async () => {
      places = await openPlaces()
      key = (await (await places.app.tenant()).key('files')).key
    })
    afterAll(() => places.close())

    test('is answered alike where the service is mounted', fuzzTimeout, () =>
      holds(
        fc.asyncProperty(
          fc.constantFrom('GET', 'HEAD', 'DELETE'),
          fc.array(segment, { maxLength: 3 }),
          query,
          fc.array(line, { maxLength: 3 }),
          async (verb, segments, rest, lines) => {
            if (announcesBody(lines)) return
            const url = `/v1/files${segments.map((each) => `/${each}`).join('')}${rest}`
            const answers = await Promise.all(
              [places.mounted, places.relaying].map(({ port }) => exchange(port, key, [verb, url, lines])),
            )
            for (const answer of answers) expectAnswer(answer)
            expect(new Set(answers.map(({ status }) => status)).size, url).toBe(1)
          },
        ),
      ),
    )
  })
})
