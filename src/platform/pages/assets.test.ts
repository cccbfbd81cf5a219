import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAssets } from './assets.ts'
import { fontFaces, latinFont } from './fonts.ts'
import { renderPage } from './page.ts'
import { html } from './html.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  addAssets(app)
})
afterAll(() => app.close())

const declared = [...fontFaces.matchAll(/url\(([^)]+)\)/g)].map(([, path = '']) => path)

describe('fonts', () => {
  test('are declared for every script that the typeface has, each with its range', () => {
    const scripts = declared.map((path) => /^\/assets\/inter-([a-z-]+)\.[0-9a-f]{16}\.woff2$/.exec(path)?.[1])
    expect(scripts).toHaveLength(7)
    expect(new Set(scripts)).toEqual(
      new Set(['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'latin', 'latin-ext', 'vietnamese']),
    )
    expect(fontFaces.match(/unicode-range:U\+[0-9A-FU+,-]+\}/g)).toHaveLength(7)
  })

  test.each(declared)('%s is there, under the hash of its bytes, to be kept for ever', async (path) => {
    const { statusCode, headers, rawPayload } = await app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'font/woff2'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2')
    expect(path).toContain(createHash('sha256').update(rawPayload).digest('hex').slice(0, 16))
  })

  test('answer HEAD without bytes, and nothing else is there', async () => {
    const head = await app.inject({ method: 'HEAD', url: latinFont })
    expect([head.statusCode, head.payload, Number(head.headers['content-length']) > 0]).toEqual([
      200,
      '',
      true,
    ])
    for (const path of ['inter-latin.0000000000000000.woff2', '..%2Fpackage.json', 'constructor'])
      expect((await app.inject(`/assets/${path}`)).statusCode).toBe(404)
  })

  test('are fetched early: a page names the one that it needs for sure', () => {
    expect(declared).toContain(latinFont)
    expect(renderPage({ title: 'x', main: html`y` })).toContain(
      `<link rel="preload" href="${latinFont}" as="font" type="font/woff2" crossorigin />`,
    )
  })
})
