import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRange } from '../../src/platform/http/range.ts'
import { filesApp, type FilesApp } from '../files-app.ts'
import { fuzzTimeout, holds } from './holds.ts'
import { ask, expectAnswer, head, listen } from './wire.ts'

const bytes = Buffer.from('0123456789')

const digits = fc.oneof(
  { arbitrary: fc.nat({ max: 12 }).map(String), weight: 4 },
  fc.constantFrom('', '-1', '00', '1.5', '0x1', '9'.repeat(16), '9'.repeat(400), ' 1', 'a'),
)
const range = fc.oneof(
  { arbitrary: fc.tuple(digits, digits).map(([from, to]) => `bytes=${from}-${to}`), weight: 6 },
  fc
    .tuple(
      fc.constantFrom('bytes', 'Bytes', 'bytes ', 'items', ''),
      fc.constantFrom('=', ' = ', '', '=='),
      fc.array(digits, { maxLength: 4 }),
    )
    .map(([unit, sign, parts]) => unit + sign + parts.join('-')),
  fc.tuple(digits, digits).map(([from, to]) => `bytes=0-1,${from}-${to}`),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
)
const tag = fc.constantFrom('ETAG', 'W/ETAG', '*', '"x"', '"', 'W/"', 'ETAG, "x"', ',', 'x')
const date = fc.constantFrom(
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  '0',
  '-1',
  'NaN',
  '99999999999999999999',
  '+275760-09-13T00:00:00.001Z',
)

/** Headers that ask for a part of a file, or for it only when it has changed. */
const conditions = fc.record(
  {
    Range: range,
    'If-Range': fc.oneof(tag, date),
    'If-None-Match': tag,
    'If-Modified-Since': date,
    'If-Match': tag,
    'Accept-Encoding': fc.constantFrom('gzip', 'br;q=0', '*', 'identity;q=0', ''),
  },
  { requiredKeys: ['Range'] },
)

describe('a range', () => {
  test('whatever it says, lies inside the file, is unsatisfiable, or is none', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(range, fc.nat({ max: 12 }), async (header, size) => {
        const found = parseRange(header, size)
        if (found === undefined || found === 'unsatisfiable') return
        expect(found.start).toBeGreaterThanOrEqual(0)
        expect(found.start).toBeLessThanOrEqual(found.end)
        expect(found.end).toBeLessThan(size)
      }),
    ),
  )

  describe('of a file that is served', () => {
    let files: FilesApp
    let port: number
    let path: string
    let etag: string

    beforeAll(async () => {
      files = await filesApp()
      port = await listen(files.app, 'files')
      const { id } = await files.files.file(bytes, 'digits.txt')
      path = `/api/v1/files/${id}/content`
      etag = String((await files.files.get(`/files/${id}/content`)).headers['etag'])
    })
    afterAll(() => files.app.close())

    test('is answered with those very bytes, or with all, or refused', fuzzTimeout, () =>
      holds(
        fc.asyncProperty(conditions, fc.constantFrom('GET', 'HEAD'), async (headers, method) => {
          const lines = Object.entries(headers).map(
            ([name, value]) => `${name}: ${value.replaceAll('ETAG', etag)}`,
          )
          const answer = await ask(port, method, [
            `${head(method, path, [`Authorization: Bearer ${files.key}`, ...lines])}\r\n`,
          ])
          expectAnswer(answer)
          const { status, headers: got, body } = answer
          expect([200, 206, 304, 400, 412, 416]).toContain(status)
          if (method === 'HEAD' || (status !== 200 && status !== 206)) return
          const [, start = '0', end = '9'] = /^bytes (\d+)-(\d+)\/10$/.exec(got['content-range'] ?? '') ?? []
          expect(body).toBe(bytes.toString().slice(Number(start), Number(end) + 1))
        }),
      ),
    )
  })
})
