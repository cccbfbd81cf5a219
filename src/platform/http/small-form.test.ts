import { Readable } from 'node:stream'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { openBodies } from './body-memory.ts'
import { parseForm } from './form-parser.ts'
import { multipart } from './multipart.ts'
import { smallForm, type SmallForm } from './small-form.ts'

const boundary = 'b0und-ary'
const disposition = 'content-disposition: form-data; name='
const declared = multipart({
  file: 'file',
  fileBytesMax: 100_000,
  fields: z.object({}),
  problems: { missing: 'missing', malformed: 'malformed', tooLarge: 'too_large' },
})

/** Parts joined by the boundary, as a browser does. */
const bodyOf = (...parts: readonly string[]): Buffer =>
  Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`, 'latin1')

const field = (name: string, value: string) => `${disposition}"${name}"\r\n\r\n${value}`
const file = (bytes: string, name = 'a.bin', type = '\r\nContent-Type: application/octet-stream') =>
  `Content-Disposition: form-data; name="file"; filename="${name}"${type}\r\n\r\n${bytes}`

/** What the parser makes of the same bytes; undefined when it refuses them. */
async function parsed(body: Buffer): Promise<SmallForm | undefined> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const room = openBodies().callers.from('192.0.2.1')
  const reading = { welcome: () => {}, throughputMin: { bytesMin: 0, windowMs: 60_000 }, room }
  const validate = (raw: Readonly<Record<string, string>>) => raw
  const source = Readable.from([body.subarray(0, 7), body.subarray(7)])
  try {
    const { stored, fields } = await parseForm(source, headers, reading, {
      declared,
      validate,
      store: async ({ fileName, bytes }, early) => {
        const pieces: Buffer[] = []
        for await (const piece of bytes) pieces.push(Buffer.from(piece))
        return { file: { field: 'file', name: fileName, bytes: Buffer.concat(pieces) }, early }
      },
    })
    return { ...stored, early: stored.early as SmallForm['early'], fields }
  } catch {
    return undefined
  }
}

const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

const plain: Readonly<Record<string, Buffer>> = {
  'a file alone': bodyOf(file('bytes')),
  'fields before the file': bodyOf(field('name', 'b.txt'), field('parent_id', 'abcdefgh'), file('bytes')),
  'fields behind the file': bodyOf(field('name', ''), file('bytes'), field('parent_id', 'abcdefgh')),
  'an empty file without a type': bodyOf(file('', 'a b+c (1).txt', '')),
  'every byte, and what looks like an end': bodyOf(file(`${everyByte}\r\n--b0und\r\n--\r\n\r\n${everyByte}`)),
  'a file that ends in line breaks': bodyOf(file('\r\n\r\n\r\n')),
  'no line break at the end': bodyOf(file('bytes')).subarray(0, -2),
}

const unusual: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'no file': bodyOf(field('name', 'b.txt')),
  'a file that is cut off': bodyOf(file('bytes')).subarray(0, -9),
  'a boundary in the bytes': bodyOf(file(`a\r\n--${boundary}b`)),
  'something in front': Buffer.concat([Buffer.from('preamble\r\n'), bodyOf(file('bytes'))]),
  'something behind': Buffer.concat([bodyOf(file('bytes')), Buffer.from('epilogue')]),
  'escapes in a name': bodyOf(file('bytes', 'a%22b.txt')),
  'a quotation mark in a name': bodyOf(file('bytes', 'a\\"b.txt')),
  'letters beyond ASCII': bodyOf(file('bytes', 'caf\xc3\xa9.txt')),
  'letters beyond ASCII in a field': bodyOf(field('name', 'caf\xc3\xa9.txt'), file('bytes')),
  'no name of the file': bodyOf(file('bytes', '')),
  'a name in another form': bodyOf(`${disposition}"file"; filename*=utf-8''a.txt\r\n\r\nbytes`),
  'names without quotes': bodyOf(`${disposition}file; filename=a.txt\r\n\r\nbytes`),
  'two files': bodyOf(file('bytes'), file('more')),
  'a field twice': bodyOf(field('name', 'a'), field('name', 'b'), file('bytes')),
  'a field with a type': bodyOf(`${disposition}"name"\r\ncontent-type: text/plain\r\n\r\na`, file('bytes')),
  'another header': bodyOf(file('bytes', 'a.txt', '\r\nContent-Transfer-Encoding: base64')),
  'a folded header': bodyOf(file('bytes', 'a.txt', '\r\nContent-Type: text/plain;\r\n charset=utf-8')),
  'a long field': bodyOf(field('name', 'x'.repeat(2000)), file('bytes')),
  'many fields': bodyOf(...Array.from({ length: 12 }, (_, n) => field(`f${n}`, 'x')), file('bytes')),
}

describe('a small form', () => {
  test.each(Object.entries(plain))(
    'with %s is read without the parser, and as the parser reads it',
    async (_, body) => {
      const form = smallForm(boundary, body)
      expect(form).toBeDefined()
      expect(form).toEqual(await parsed(body))
    },
  )

  test.each(Object.entries(unusual))('with %s is left to the parser', (_, body) => {
    expect(smallForm(boundary, body)).toBeUndefined()
  })

  test('is read as the parser reads it, or not at all, wherever it is cut and whichever byte of it is changed', async () => {
    const body = bodyOf(field('name', 'b'), file('a\r\n'), field('c', ''))
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body)
      changed[at] = [0x0a, 0x0d, 0x22, 0x2d, 0x61, 0xe9][at % 6] as number
      for (const variant of [body.subarray(0, at), changed]) {
        const form = smallForm(boundary, variant)
        // The field of the file is for the caller to check; the parser here refuses another one.
        if (form?.file.field === 'file') expect(form).toEqual(await parsed(variant))
      }
    }
  })
})
