import { BodyMemory } from './body-memory.ts'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from './form-parser.ts'
import { multipart } from './multipart.ts'

const declared = multipart({
  file: 'file',
  fileBytesMax: 100_000,
  fields: z.object({}),
  problems: { missing: 'missing', malformed: 'malformed', tooLarge: 'too_large' },
})

/** What the parser makes of a body that comes in these pieces: the file and the fields, or the fault. */
async function read(source: Readable, contentType = 'multipart/form-data; boundary=b'): Promise<unknown> {
  const reading = {
    welcome: () => {},
    throughputMin: { bytesMin: 0, windowMs: 60_000 },
    room: new BodyMemory({ bytesMax: 1e6, networkBytesMax: 1e6 }).from('192.0.2.1'),
  }
  try {
    const { stored, fields } = await parseForm(source, { 'content-type': contentType }, reading, {
      declared,
      validate: (raw) => raw,
      store: async ({ fileName, bytes }) => {
        const pieces: Buffer[] = []
        for await (const piece of bytes) pieces.push(Buffer.from(piece))
        return [fileName, Buffer.concat(pieces).toString('latin1')]
      },
    })
    return { file: stored, fields }
  } catch (error) {
    return (error as { fault?: string }).fault ?? error
  }
}

const disposition = 'Content-Disposition: form-data'
const file = `${disposition}; name="file"; filename="a.bin"\r\n\r\nbytes`
const form = (...parts: readonly string[]): Buffer =>
  Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`, 'latin1')
const formOf = (...parts: readonly string[]) => read(Readable.from([form(...parts)]))

describe('a form', () => {
  test('is read alike however it is cut into pieces', async () => {
    const body = form(`${disposition}; name="a"\r\n\r\n1`, file, `${disposition}; name="b"\r\n\r\n`)
    for (const length of [1, 2, 3, 7, body.length]) {
      const pieces = Array.from({ length: Math.ceil(body.length / length) }, (_, at) =>
        body.subarray(at * length, (at + 1) * length),
      )
      expect(await read(Readable.from(pieces))).toEqual({
        file: ['a.bin', 'bytes'],
        fields: { a: '1', b: '' },
      })
    }
  })

  test('with a field that has no name is malformed, before the file and behind it', async () => {
    expect(await formOf(`${disposition}\r\n\r\nx`)).toBe('malformed')
    expect(await formOf(`${disposition}\r\n\r\nx`, file)).toBe('malformed')
    expect(await formOf(file, `${disposition}; x=y\r\n\r\nx`)).toBe('malformed')
  })

  test('whose file has no field, or another one, lacks its file', async () => {
    expect(await formOf(`${disposition}; filename="a.bin"\r\n\r\nx`)).toBe('missing')
    expect(await formOf(`${disposition}; name="files"; filename="a.bin"\r\n\r\nx`)).toBe('missing')
    expect(await formOf()).toBe('missing')
  })

  test('may have a file without a name', async () => {
    const bytes = `${disposition}; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx`
    expect(await formOf(bytes)).toEqual({ file: ['', 'x'], fields: {} })
  })

  test('may have parts that are not form data, which are ignored', async () => {
    const others = [
      'X: y\r\n\r\nx',
      'Content-Disposition: attachment; name="a"\r\n\r\nx',
      '\r\nx',
      'junk\r\n\r\nx',
    ]
    expect(await formOf(...others, file, ...others)).toEqual({ file: ['a.bin', 'bytes'], fields: {} })
  })

  test('has fields in the charset that they name, or in UTF-8', async () => {
    const field = (charset: string, value: string) =>
      `${disposition}; name="${charset}"\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${value}`
    const { fields } = (await formOf(
      field('iso-8859-1', 'caf\xe9'),
      field('utf-8', 'caf\xc3\xa9'),
      field('nonsense', 'caf\xc3\xa9'),
      file,
    )) as { fields: object }
    expect(Object.values(fields)).toEqual(['café', 'café', 'café'])
  })

  test('with two files, a field twice, a field of more than 8 KiB or more than 20 fields is malformed', async () => {
    const field = (name: string, value = '') => `${disposition}; name="${name}"\r\n\r\n${value}`
    const fields = (count: number) => Array.from({ length: count }, (_, at) => field(`f${at}`))
    expect(await formOf(...fields(20), file)).toMatchObject({ file: ['a.bin', 'bytes'] })
    expect(await formOf(...fields(21), file)).toBe('malformed')
    expect(await formOf(...fields(21))).toBe('malformed')
    expect(await formOf(file, file)).toBe('malformed')
    expect(await formOf(field('a'), field('a'), file)).toBe('malformed')
    expect(await formOf(field('a', 'x'.repeat(8192)), file)).toMatchObject({ file: ['a.bin', 'bytes'] })
    expect(await formOf(field('a', 'x'.repeat(8193)), file)).toBe('malformed')
  })

  test('of thousands of parts in one piece is refused at once', async () => {
    expect(await formOf(...Array.from({ length: 100_000 }, () => '\r\n'))).toBe('malformed')
  })

  test('with too long a file is too large', async () => {
    const long = (count: number) => `${disposition}; name="file"; filename="a"\r\n\r\n${'x'.repeat(count)}`
    expect(await formOf(long(100_000))).toMatchObject({ file: ['a', expect.any(String)] })
    expect(await formOf(long(100_001))).toBe('tooLarge')
  })

  test('that ends early is malformed, wherever it ends', async () => {
    const body = form(`${disposition}; name="a"\r\n\r\n1`, file)
    for (let end = 0; end < body.length - 3; end++)
      expect(await read(Readable.from([body.subarray(0, end)])), `${end}`).toBe('malformed')
  })

  test('that the client cuts off is malformed, also for a store that is reading its file', async () => {
    const body = form(file)
    const cut = new Readable({ read: () => {} })
    cut.push(body.subarray(0, body.length - 10))
    setTimeout(() => cut.destroy(new Error('reset')), 20)
    expect(await read(cut)).toBe('malformed')
  })

  test('needs the type multipart/form-data, in any case, with a boundary', async () => {
    const read1 = (type: string) => read(Readable.from([form(file)]), type)
    for (const type of ['Multipart/Form-Data; Boundary=b', 'multipart/form-data ;charset=utf-8;boundary="b"'])
      expect(await read1(type)).toMatchObject({ file: ['a.bin', 'bytes'] })
    for (const type of [
      'multipart/form-data',
      'multipart/mixed; boundary=b',
      'text/plain',
      '',
      'multipart/form-data;boundary=',
    ])
      expect(await read1(type)).toBe('missing')
  })
})
