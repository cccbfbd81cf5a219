import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseCoding, compressAnswer, neverCompress } from './compression.ts'

const long = JSON.stringify({ text: 'word '.repeat(1000) })
const kibibyte = 'x'.repeat(1024)
let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  app.addHook('onSend', compressAnswer)
  const json = 'application/json; charset=utf-8'
  app.get('/long', (_request, reply) => reply.type(json).header('ETag', '"a"').send(long))
  app.get('/bytes', (_request, reply) => reply.type('text/html').send(Buffer.from(long)))
  app.get('/kibibyte', (_request, reply) => reply.type('text/html').send(kibibyte))
  app.get('/more', (_request, reply) => reply.type('text/html').send(`${kibibyte}x`))
  app.get('/download', (_request, reply) => reply.type('application/octet-stream').send(long))
  app.get('/secret', (_request, reply) => {
    neverCompress(reply)
    return reply.type('text/html').send(long)
  })
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, accepted = 'gzip, deflate, br, zstd', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': accepted } })

describe('an answer', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed as %s when that is asked for', async (coding, unpack) => {
    const { headers, rawPayload } = await get('/long', coding)
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding', etag: 'W/"a"' })
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(rawPayload.length).toBeLessThan(500)
    expect(unpack(rawPayload).toString()).toBe(long)
  })

  test('of bytes that are there already is compressed too', async () => {
    expect(brotliDecompressSync((await get('/bytes')).rawPayload).toString()).toBe(long)
  })

  test('is sent as it is to who asks for nothing, and says that it varies', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, *;q=0', 'deflate']) {
      const { headers, payload } = await get('/long', accepted)
      expect([headers['content-encoding'], headers['vary'], headers['etag']]).toEqual([
        undefined,
        'Accept-Encoding',
        '"a"',
      ])
      expect(payload).toBe(long)
    }
  })

  test('is compressed above 1 KB only', async () => {
    expect((await get('/kibibyte')).headers['content-encoding']).toBeUndefined()
    expect((await get('/more')).headers['content-encoding']).toBe('br')
  })

  test('is never compressed as a download, or with secrets beside input', async () => {
    for (const path of ['/download', '/secret']) {
      const { headers, payload } = await get(path)
      expect([headers['content-encoding'], headers['vary'], payload]).toEqual([undefined, undefined, long])
    }
  })

  test('to HEAD has the headers of GET', async () => {
    const [head, whole] = [await get('/long', 'br', 'HEAD'), await get('/long', 'br')]
    expect(head.payload).toBe('')
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name])
  })

  test('beyond what is being compressed at a time is sent as it is', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/long')))
    const plain = answers.filter(({ headers }) => headers['content-encoding'] === undefined)
    expect(plain.length).toBeGreaterThan(0)
    expect(plain.length).toBeLessThan(20)
    for (const { payload } of plain) expect(payload).toBe(long)
  })
})

test.each([
  [undefined, undefined],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, zstd;q=0.9, br;q=0.1', 'zstd'],
  ['GZIP;Q=1, br;q=0', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['nonsense;;;q=x,,', undefined],
])('of Accept-Encoding: %s the client likes %s best', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})
