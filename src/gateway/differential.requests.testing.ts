/** One generated request and how its client behaves. */
export interface GeneratedRequest {
  readonly method: string
  /** Below the base path of the API. */
  readonly path: string
  readonly version: '1.0' | '1.1'
  readonly fields: readonly string[]
  /** As it goes over the wire, framing included. */
  readonly body: Buffer
  /** Waits for `100 Continue` before it sends the body. */
  readonly expects: boolean
  /** Holds the body back until it was answered, or for a while. */
  readonly late: boolean
  /** Goes away after this part of the body, unless it is 1. */
  readonly sent: number
}

export interface Subjects {
  readonly keys: readonly (string | undefined)[]
  readonly goodKey: string
  readonly fileId: string
}

/** A small generator of numbers that is the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const boundary = 'a-boundary'
const form = (bytes: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`

const json = 'Content-Type: application/json'
const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`

/** Media types that no body has; the services look at a body and not at what it is called. */
const oddTypes = ['; ;', '', 'text', '/', 'application/json; charset=none', 'multipart/form-data', '"', ',']

const oddPaths = [
  '',
  '/',
  '?limit=1',
  '//files',
  '/files/',
  '/files//',
  '/nothing',
  '/nothing/below?x=1',
  '/../../docs',
  '/../docs',
  '/%2e%2e/%2e%2e/docs',
  '/%2E./docs',
  '/.%2e/%2e./openapi.json',
  '/..%2f..%2fdocs',
  '/..%5c..%5cdocs',
  '/..\\..\\docs',
  '/%252e%252e/docs',
  '/./files',
  '/files/./../me',
  '/files/../../../sl/aaaaaaaa',
  '/files/..',
  '/files/%2e%2e/content',
  '/files/%ff',
  '/files/%c3%28',
  '/files/a%00b',
  '/files/%F0%9F%98%80',
  '/files/zz%2fcontent',
  '/f%69les',
  '/me;x=1',
  '/me?a=%zz',
  '/me?%E0%A4%A',
  '/me#x',
  '/files/zzzzzzzz?limit=%00',
  `/files/${'z'.repeat(400)}`,
]

const ranges = [
  'bytes=0-0',
  'bytes=100-199',
  'bytes=-5',
  'bytes=5-',
  'bytes=9-1',
  'bytes=99999999-',
  'bytes=0-1,3-4',
  'x',
]

/** Requests of every shape that a gateway may be asked to pass on. */
export function generateRequests(
  count: number,
  seed: number,
  subjects: Subjects,
): readonly GeneratedRequest[] {
  const next = seeded(seed)
  const among = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T
  const chance = (share: number): boolean => next() < share

  /** Method, path, fields and content of a request that means something, more or less. */
  const meaning = (): readonly [method: string, path: string, fields: readonly string[], content: string] => {
    const { fileId } = subjects
    const folder = JSON.stringify({ name: `n${Math.floor(next() * 1e9)}` })
    switch (Math.floor(next() * 14)) {
      case 0:
      case 1:
        return [among(['GET', 'HEAD']), among(['/files?limit=3', '/me', '/storage', '/health']), [], '']
      case 2:
      case 3:
        return [among(['GET', 'HEAD']), `/files/${fileId}/content`, [`Range: ${among(ranges)}`], '']
      case 4:
        return [
          'GET',
          `/files/${fileId}/content`,
          among([
            ['If-None-Match: *'],
            ['If-Range: "x"', 'Range: bytes=1-2'],
            ['If-Match: "x"', 'Range: bytes=1-2'],
            ['If-Match: *'],
            ['If-Unmodified-Since: Thu, 01 Jan 2015 00:00:00 GMT'],
            [],
          ]),
          '',
        ]
      case 5:
        return [
          'POST',
          '/folders',
          [chance(0.3) ? `Content-Type: ${among(oddTypes)}` : json],
          among([folder, '{', '[]', '', '{"name":5}', `{"name":"${'x'.repeat(5000)}"}`]),
        ]
      case 6:
        return [
          'POST',
          '/folders',
          [json],
          `{"name":"${'x'.repeat(among([100_000, 1_100_000, 2_000_000]))}"}`,
        ]
      case 7:
        return ['POST', '/files', [multipart], form('x'.repeat(among([1, 5000, 200_000])))]
      case 8:
        return [
          'POST',
          '/files',
          [among([multipart, json, 'X-Nothing: 1'])],
          among(['', '--', 'x'.repeat(1_500_000)]),
        ]
      case 9:
        return ['PATCH', `/files/${among(['zz', 'zzzzzzzz'])}`, [json], among([folder, '', '{}'])]
      case 10:
        return [
          among(['GET', 'DELETE', 'HEAD']),
          among(['/files/zzzzzzzz', '/me']),
          [],
          among(['', 'abc', 'x'.repeat(200_000)]),
        ]
      case 11:
        return [
          among(['PUT', 'OPTIONS', 'PROPFIND', 'TRACE']),
          among(['/files', '/nothing', '']),
          [],
          among(['', 'abc']),
        ]
      default:
        return [
          among(['GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']),
          among(oddPaths),
          [],
          among(['', '', 'abc']),
        ]
    }
  }

  const chunked = (content: string): string => {
    let text = ''
    for (let at = 0; at < content.length;) {
      const piece = content.slice(at, at + 1 + Math.floor(next() * 60_000))
      text += `${piece.length.toString(16)}${chance(0.1) ? ';x=1' : ''}\r\n${piece}\r\n`
      at += piece.length
    }
    return `${text}0\r\n${chance(0.1) ? 'X-Trailer: 1\r\n' : ''}\r\n`
  }

  const generate = (): GeneratedRequest => {
    const [method, path, own, content] = meaning()
    const key = chance(0.6) ? subjects.goodKey : among(subjects.keys)
    const inChunks = (content !== '' || chance(0.1)) && chance(0.4)
    const version = chance(0.08) && !inChunks ? '1.0' : '1.1'
    const announced = content !== '' || chance(0.3)
    const framing = inChunks
      ? ['Transfer-Encoding: chunked']
      : announced
        ? [`Content-Length: ${content.length}`]
        : []
    const expects = version === '1.1' && content !== '' && chance(0.2)
    const fields = [
      ...(key === undefined ? [] : [`Authorization: ${key}`]),
      ...own,
      ...framing,
      ...(expects ? ['Expect: 100-continue'] : []),
      ...(chance(0.2)
        ? [`Connection: ${among(['close', 'keep-alive', 'close, X-Hop', 'Content-Length', 'Upgrade'])}`]
        : []),
      ...(chance(0.1)
        ? [among(['Upgrade: websocket', 'TE: trailers', 'X-Hop: 1', 'Keep-Alive: timeout=1'])]
        : []),
      ...(chance(0.05) ? [`X-Large: ${'y'.repeat(among([4000, 8000, 20_000]))}`] : []),
      ...(chance(0.1) ? [`Origin: https://example.com`] : []),
    ]
    const late = !expects && content !== '' && chance(0.08)
    const sent = content.length > 1000 && chance(0.06) ? next() * 0.9 : 1
    return {
      method,
      path,
      version,
      fields,
      body: Buffer.from(inChunks ? chunked(content) : content),
      expects,
      late,
      sent,
    }
  }
  return Array.from({ length: count }, generate)
}
