import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { originNames } from '../roles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'

describe('an unknown page', () => {
  test('is a page for browsers, in the look of the others, at every origin', async () => {
    for (const origin of originNames) {
      for (const url of ['/nothing', '/apis', '/v1x', '/nothing?x=/api/v1']) {
        const { status, text, headers } = await app.call(origin, { url, headers: { accept: browser } })
        expect([origin, url, status, headers['content-type']]).toEqual([
          origin,
          url,
          404,
          'text/html; charset=utf-8',
        ])
        expect(text).toContain('<h1>Page not found</h1>')
        expect(text).toContain('<header class="top">')
        expect(headers['content-security-policy']).toContain("default-src 'none'")
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['x-request-id']).toMatch(/^req_/)
        expect(headers['vary']).toBe('Accept, Accept-Encoding')
        const font = /href="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? ''
        expect((await app.call(origin, { url: font })).status).toBe(200)
      }
    }
  })

  test('is one for forms and HEAD too', async () => {
    const headers = { accept: browser }
    const posted = await app.call('files', { method: 'POST', url: '/nothing', headers })
    expect([posted.status, posted.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const head = await app.call('files', { method: 'HEAD', url: '/nothing', headers })
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      404,
      'text/html; charset=utf-8',
      '',
    ])
  })

  test.each([
    undefined,
    '*/*',
    'application/json',
    'text/html;q=0',
    'application/json, text/html;q=0.9',
    'text/htmlx',
  ])('keeps the envelope for clients of the API, which accept %s', async (accept) => {
    for (const origin of originNames) {
      const headers = accept === undefined ? {} : { accept }
      const { status, body } = await app.call(origin, { url: '/nothing', headers })
      expect([status, JSON.stringify(body)]).toEqual([404, expect.stringContaining('"code":"not_found"')])
    }
  })

  test('keeps the envelope below the API, whatever the client accepts', async () => {
    const unknown = {
      gateway: ['/v1', '/v1/nothing', '/v2/files', '/v1/files/nothing', '/v1/iam/../x', '/v1?x'],
      files: ['/api', '/api/v2/files', '/api/v1/nothing', '/api/v1/%2e%2e/docs'],
      sms: ['/api/v1/nothing', '/api/nothing'],
      phones: ['/api/mobile/v1/nothing', '/api/mobile'],
    }
    for (const origin of originNames)
      for (const url of unknown[origin]) {
        const { status, headers, body } = await app.call(origin, { url, headers: { accept: browser } })
        expect([url, headers['content-type']]).toEqual([url, 'application/json; charset=utf-8'])
        expect([401, 404], url).toContain(status)
        expect(body).toBeTypeOf('object')
      }
  })
})

describe('/ of the files origin', () => {
  test('is the web app, beside the log-in and the reference', async () => {
    const { status, text, headers } = await app.call('files', { url: '/' })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<div id="app">')
    for (const url of ['/login', '/docs']) expect((await app.call('files', { url })).status).toBe(200)
    expect((await app.call('files', { method: 'HEAD', url: '/?x=1' })).status).toBe(200)
  })

  test('takes no other methods', async () => {
    const { status, headers } = await app.call('files', { method: 'POST', url: '/' })
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})
