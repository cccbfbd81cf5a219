import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { mountApp } from './mount-app.ts'

const index = `<!doctype html>
<html lang="en"><head><meta name="color-scheme" content="light dark" /><title>Bureau</title></head></html>
`
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`

let directory: string
let app: FastifyInstance
let bare: FastifyInstance
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bureau-app-'))
  mkdirSync(join(directory, '.vite'))
  writeFileSync(join(directory, '.vite/manifest-abcdefgh.json'), '{}')
  writeFileSync(join(directory, 'index.html'), index)
  writeFileSync(join(directory, 'sources.sha256'), 'x')
  writeFileSync(join(directory, 'index-BXaOz_-P.js'), script)
  writeFileSync(join(directory, 'index-BXaOz_-P.js.br'), brotliCompressSync(script))
  writeFileSync(join(directory, 'index-BXaOz_-P.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'style-12345678.css'), 'p{margin:0}')
  app = Fastify({ exposeHeadRoutes: false })
  mountApp(app, directory)
  bare = Fastify({ exposeHeadRoutes: false })
  mountApp(bare, join(directory, 'nothing'))
})
afterAll(async () => {
  await app.close()
  await bare.close()
  rmSync(directory, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('files of the build', () => {
  test.each([
    ['index-BXaOz_-P.js', 'text/javascript; charset=utf-8'],
    ['style-12345678.css', 'text/css; charset=utf-8'],
  ])('%s is %s, and browsers keep it for ever', async (name, type) => {
    const { statusCode, headers } = await get(`/app/${name}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
    })
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
    ['zstd', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
  ])('come to a client with Accept-Encoding %j as %s', async (accepted, coding) => {
    const { headers, rawPayload } = await get('/app/index-BXaOz_-P.js', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(coding)
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? '']
    expect((unpack?.(rawPayload) ?? rawPayload).toString()).toBe(script)
  })

  test('come as they are where the build stored no other form', async () => {
    const { headers, payload } = await get('/app/style-12345678.css', { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], payload]).toEqual([undefined, 'p{margin:0}'])
  })

  test('answer HEAD without bytes', async () => {
    const { statusCode, headers, payload } = await app.inject({
      method: 'HEAD',
      url: '/app/index-BXaOz_-P.js',
    })
    expect([statusCode, payload, headers['content-length']]).toEqual([200, '', `${script.length}`])
  })

  test.each([
    'index-00000000.js',
    'index.html',
    'sources.sha256',
    'index-BXaOz_-P.js.br',
    '.vite',
    '..%2Findex.html',
    'constructor',
    '',
  ])('do not include %j, which is a 404 and not the page', async (name) => {
    const { statusCode, payload } = await get(`/app/${name}`)
    expect(statusCode).toBe(404)
    expect(payload).not.toContain('<title>Bureau</title>')
  })
})

describe('the page of the app', () => {
  test.each([
    '/',
    '/setup',
    '/w/18',
    '/w/18/keys/5?tab=x',
    '/me/security',
    '/operator',
    '/operator/people/7',
  ])('is what %s shows', async (path) => {
    const { statusCode, payload, headers } = await get(path)
    expect([statusCode, payload]).toEqual([200, index])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('runs only what comes from its origin, and is in no frame', async () => {
    const { headers } = await get('/w/18')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; " +
        "media-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
    })
  })

  test('is asked for each time, and sent only when it changed', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    const etag = String(headers['etag'])
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await get('/w/18', { 'if-none-match': known })
      expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test.each([
    ['bureau_scheme=dark', 'dark'],
    ['a=b; bureau_scheme=light; c=d', 'light'],
  ])('with the cookie %j is %s before any script runs, under another ETag', async (cookie, scheme) => {
    const { payload, headers } = await get('/', { cookie })
    expect(payload).toContain(`<html lang="en" data-scheme="${scheme}">`)
    expect(payload).toContain(`<meta name="color-scheme" content="${scheme}" />`)
    expect(String(headers['vary'])).toContain('Cookie')
    const { headers: system } = await get('/')
    expect(headers['etag']).not.toBe(system['etag'])
    expect((await get('/', { cookie, 'if-none-match': String(system['etag']) })).statusCode).toBe(200)
  })

  test.each(['bureau_scheme=', 'bureau_scheme=pink', 'xbureau_scheme=dark', 'bureau_scheme="dark"'])(
    'follows the system with the cookie %j',
    async (cookie) => {
      expect((await get('/', { cookie })).payload).toBe(index)
    },
  )

  test('answers HEAD, and nothing but GET and HEAD', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/w/18' })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    const post = await app.inject({ method: 'POST', url: '/w/18' })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('takes over from the page that log-ins led to before', async () => {
    const { statusCode, headers } = await get('/in')
    expect([statusCode, headers['location']]).toEqual([303, '/'])
  })

  test('says what to do where nothing was built', async () => {
    for (const path of ['/', '/w/18/keys']) {
      const { statusCode, payload, headers } = await bare.inject(path)
      expect(statusCode).toBe(503)
      expect(payload).toContain('The web app is not built')
      expect(payload).toContain('npm start')
      expect(headers['cache-control']).toBe('private, no-store')
    }
    expect((await bare.inject('/app/index-BXaOz_-P.js')).statusCode).toBe(404)
  })
})

describe('the files origin', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp()
  })
  afterAll(() => server.close())

  test('serves the app beside its API, each answer with a request ID', async () => {
    for (const path of ['/', '/w/1', '/app/nothing.js']) {
      const { headers } = await server.origin('files').inject(path)
      expect(headers['x-request-id']).toMatch(/^req_/)
    }
  })

  test('shows its other pages in the scheme of the cookie, too', async () => {
    for (const path of ['/login', '/join/unknown']) {
      const { payload } = await server
        .origin('files')
        .inject({ url: path, headers: { cookie: 'bureau_scheme=dark' } })
      expect(payload).toMatch(/<html lang="en"\s+data-scheme="dark">/)
      expect((await server.origin('files').inject(path)).payload).toMatch(/<html lang="en"\s*>/)
    }
  })
})
