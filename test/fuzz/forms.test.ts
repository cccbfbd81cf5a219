import { BodyMemory } from '../../src/platform/http/body-memory.ts'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from '../../src/platform/http/form-parser.ts'
import { multipart, MultipartFault } from '../../src/platform/http/multipart.ts'
import { plainBoundary, smallForm } from '../../src/platform/http/small-form.ts'
import { filesApp, type FilesApp } from '../files-app.ts'
import { dataOf } from '../files-client.ts'
import { ask, expectAnswer, framed, head, inPieces, leave, listen } from './wire.ts'
import { fuzzTimeout, holds } from './holds.ts'

// Most forms are almost valid, so that they reach the code behind the first check.

const rarely = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: odd, weight: 1 })

const latin = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 12,
})
const space = rarely(fc.constant(' '), fc.constantFrom('', '\t', '  ', '\r\n ', ' \t '))
const word = fc.constantFrom('file', 'chunk', 'name', 'parent_id', 'index', 'a.txt', 'b', '')
const value = fc.oneof(
  { arbitrary: word.map((text) => `"${text}"`), weight: 4 },
  { arbitrary: word, weight: 2 },
  word.map((text) => `UTF-8''${text}%C3%A9`),
  fc.constantFrom(
    '"',
    '"\\"',
    '"a\\"b"',
    `x''`,
    `''`,
    `utf-8'en'%FF`,
    '"%22%0d%0A"',
    '"../../a"',
    '"C:\\a"',
    '=',
    '*',
  ),
  latin.map((text) => `"${text}"`),
  latin,
)
const key = rarely(
  fc.constantFrom('name', 'filename'),
  fc.constantFrom(
    'filename*',
    'name*',
    'NAME',
    'FileName',
    'filename*0',
    '',
    '*',
    'x',
    '__proto__',
    'charset',
  ),
)
const parameter = fc
  .tuple(space, key, rarely(fc.constant('='), fc.constantFrom('', ' = ', '==')), value)
  .map((parts) => parts.join(''))
const usualHead = fc.constantFrom(
  'form-data; name="file"; filename="a.txt"',
  'form-data; name="chunk"; filename="a.txt"',
  'form-data; name="name"',
  'form-data; name="index"',
  'form-data',
)
const disposition = fc.oneof(
  usualHead,
  fc
    .tuple(
      rarely(fc.constant('form-data'), fc.constantFrom('', 'attachment', 'FORM-DATA', ';', 'form-data*')),
      fc.array(parameter, { maxLength: 4 }),
    )
    .map(([kind, parameters]) => [kind, ...parameters].join(';')),
)
const mediaType = fc.constantFrom(
  'text/plain',
  'application/octet-stream',
  'text/plain; charset=utf-16le',
  'text/plain; charset=',
  'text/plain; charset',
  'text/plain; charset*=x',
  ';',
  '',
  'application/octet-stream; charset="x"',
)
const line = fc.oneof(
  { arbitrary: disposition.map((text) => `Content-Disposition: ${text}`), weight: 4 },
  { arbitrary: mediaType.map((text) => `Content-Type: ${text}`), weight: 2 },
  fc.constantFrom(
    'Content-Transfer-Encoding: base64',
    ' folded',
    ':',
    'x',
    'X: y',
    'constructor: x',
    '__proto__: x',
  ),
  latin,
)
const content = rarely(
  fc.constantFrom('', '0', 'x', 'abcdefgh'),
  fc.oneof(fc.constantFrom('\r\n', '\r\n--', '\r\n--b', '--b--', 'x'.repeat(9000), '\0', '\xff'), latin),
)
const part = fc
  .tuple(
    rarely(
      fc
        .tuple(
          disposition.map((text) => `Content-Disposition: ${text}`),
          fc.array(line, { maxLength: 1 }),
        )
        .map(([first, more]) => [first, ...more]),
      fc.array(line, { maxLength: 4 }),
    ),
    rarely(fc.constant('\r\n\r\n'), fc.constantFrom('\r\n', '\n\n', '')),
    content,
  )
  .map(([lines, gap, bytes]) => lines.join('\r\n') + gap + bytes)
const form = fc
  .tuple(
    rarely(fc.constant(''), fc.oneof(latin, fc.constant('\r\n'))),
    fc.array(part, { maxLength: 5 }),
    rarely(
      fc.constant('--b--\r\n'),
      fc.constantFrom('', '--b', '--b-', '--b--', '--b--epilogue', '--b--\r\n--b\r\n'),
    ),
  )
  .map(([preamble, parts, end]) =>
    Buffer.from(preamble + parts.map((text) => `--b\r\n${text}\r\n`).join('') + end, 'latin1'),
  )
const contentType = rarely(
  fc.constant('multipart/form-data; boundary=b'),
  fc.constantFrom(
    'multipart/form-data; boundary="b"',
    'Multipart/Form-Data;Boundary=b;x=y',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/form-data; boundary*=b',
    'multipart/mixed; boundary=b',
    'application/x-www-form-urlencoded',
    'text/plain; boundary=b',
    '',
  ),
)

const declared = multipart({
  file: 'file',
  fileBytesMax: 5000,
  fields: z.object({}),
  problems: { missing: 'missing', malformed: 'malformed', tooLarge: 'too_large' },
})

/** The form as the parser of long ones reads it, or its fault. */
async function parsed(type: string, pieces: readonly Buffer[]) {
  const reading = {
    welcome: () => {},
    throughputMin: { bytesMin: 0, windowMs: 60_000 },
    room: new BodyMemory({ bytesMax: 1e6, networkBytesMax: 1e6 }).from('192.0.2.1'),
  }
  try {
    const { stored, fields } = await parseForm(Readable.from(pieces), { 'content-type': type }, reading, {
      declared,
      validate: (raw) => raw,
      store: async ({ fileName, bytes }, early) => {
        const gathered: Buffer[] = []
        for await (const piece of bytes) gathered.push(Buffer.from(piece))
        return { file: { field: 'file', name: fileName, bytes: Buffer.concat(gathered) }, early }
      },
    })
    return { ...stored, fields }
  } catch (error) {
    if (error instanceof MultipartFault) return error
    throw error
  }
}

describe('the parser of forms', () => {
  test(
    'takes any form or refuses it, alike in one piece and in several, and as that of short ones does',
    fuzzTimeout,
    () =>
      holds(
        fc.asyncProperty(contentType, inPieces(form), async (type, pieces) => {
          const body = Buffer.concat(pieces)
          const whole = await parsed(type, [body])
          expect(await parsed(type, pieces)).toEqual(whole)
          const boundary = plainBoundary(type)
          const short = boundary === undefined ? undefined : smallForm(boundary, body)
          if (short?.file.field === 'file' && short.file.bytes.length <= declared.fileBytesMax)
            expect(whole).toEqual(short)
        }),
      ),
  )

  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !/[\p{Cc}%\\]|'/u.test(text))
  const encodings: readonly ((text: string) => string)[] = [
    (text) => `filename="${text.replaceAll('"', '%22')}"`,
    (text) => `filename="${text.replaceAll('"', '\\"')}"`,
    (text) => `filename*=UTF-8''${encodeURIComponent(text)}`,
    (text) => `filename*=UTF-8''${encodeURIComponent(text)}; filename="other"`,
    (text) => `filename="other"; filename*=utf-8'en'${encodeURIComponent(text)}`,
  ]

  test(
    'finds what clients put in: names in every encoding, fields in any place, any bytes',
    fuzzTimeout,
    () =>
      holds(
        fc.asyncProperty(
          name,
          fc.constantFrom(...encodings),
          fc.uint8Array({ maxLength: 200 }),
          fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string({ unit: 'grapheme', maxLength: 20 }), {
            maxKeys: 3,
            noNullPrototype: true,
          }),
          fc.boolean(),
          async (fileName, encode, bytes, fields, fieldsFirst) => {
            const boundary = '--a-boundary-that-nothing-holds'
            const parts = Object.entries(fields).map(
              ([field, text]) => `Content-Disposition: form-data; name="${field}"\r\n\r\n${text}`,
            )
            const file = `Content-Disposition: form-data; name="file"; ${encode(fileName)}\r\n\r\n`
            const all = [...parts.map((text) => Buffer.from(text)), Buffer.concat([Buffer.from(file), bytes])]
            const body = Buffer.concat([
              ...(fieldsFirst ? all : all.toReversed()).flatMap((text) => [
                Buffer.from(`--${boundary}\r\n`),
                text,
                Buffer.from('\r\n'),
              ]),
              Buffer.from(`--${boundary}--\r\n`),
            ])
            expect(await parsed(`multipart/form-data; boundary=${boundary}`, [body])).toEqual({
              file: { field: 'file', name: fileName, bytes: Buffer.from(bytes) },
              early: fieldsFirst ? fields : {},
              fields,
            })
          },
        ),
      ),
  )
})

describe('a server', () => {
  let files: FilesApp
  let port: number
  let paths: readonly string[]

  beforeAll(async () => {
    files = await filesApp()
    port = await listen(files.app, 'files')
    const upload = dataOf(await files.api('POST', '/uploads', { name: 'a.bin', size: 1 }))
    const chunk = `/uploads/${String(upload['upload_key'])}/chunk`
    paths = ['/files', chunk, `${chunk}?index=0`]
  })
  afterAll(() => files.app.close())

  test('that is sent any form answers, and goes on when the sender leaves in the middle', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(
        fc.nat({ max: 2 }),
        contentType,
        inPieces(form),
        fc.boolean(),
        rarely(fc.constant(false), fc.constant(true)),
        async (path, type, pieces, chunked, leaves) => {
          const lines = [
            `Authorization: Bearer ${files.key}`,
            ...(type === '' ? [] : [`Content-Type: ${type}`]),
          ]
          const request = [head('POST', `/api/v1${paths[path]}`, lines), ...framed(pieces, chunked)]
          if (leaves) await leave(port, request.slice(0, -1))
          else expectAnswer(await ask(port, 'POST', request))
        },
      ),
    ),
  )

  test('refuses a field without a name, and takes a file without one when the form names it', async () => {
    const send = (path: string, body: string) =>
      ask(port, 'POST', [
        head('POST', `/api/v1${path}`, [
          `Authorization: Bearer ${files.key}`,
          'Content-Type: multipart/form-data; boundary=b',
        ]),
        ...framed([Buffer.from(body)], false),
      ])
    const nameless = '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n'
    for (const path of paths) expect((await send(path, nameless)).status).toBe(400)
    const bytes =
      'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx'
    const named = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\na.txt\r\n--b\r\n${bytes}\r\n--b--\r\n`
    expect((await send('/files', named)).status).toBe(201)
    expect((await send('/files', `--b\r\n${bytes}\r\n--b--\r\n`)).status).toBe(400)
  })
})
