import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleEndpoints, sampleService } from '../../../test/sample-service.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { addReference, leadToReference, originDocument } from './reference.ts'

const part = { service: sampleService, endpoints: sampleEndpoints }
const about = { title: 'Warehouse', description: 'Boxes of <all> sizes & colours.' }
const alone = {
  ...about,
  address: () => 'https://boxes.example.org',
  services: [{ ...part, prefix: '/api/v1' }],
}

let app: FastifyInstance
let asked = 0

beforeAll(async () => {
  app = Fastify()
  addReference(app, { ...alone, address: () => `https://boxes.example.org:${++asked}` })
  leadToReference(app)
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the page', () => {
  test('runs no script and loads nothing but its own style', async () => {
    const { headers, payload } = await get('/docs')
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(payload) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${digest}'`)
    expect(payload).not.toMatch(/<script|\son\w+=|\sstyle=|src=/)
  })

  test('shows each operation with method, path and scope', async () => {
    const { payload } = await get('/docs')
    for (const { id } of sampleEndpoints) expect(payload).toContain(`id="${id}"`)
    expect(payload).toContain('<code>/boxes/{id}/content</code>')
    expect(payload).toContain('<code>boxes:write</code>')
  })

  test('gives commands with the address of this installation', async () => {
    const { payload } = await get('/docs')
    expect(payload).toContain('curl &#39;https://boxes.example.org:1/api/v1/boxes?limit=1&#39;')
    expect(payload).toContain('Bearer $FILES_KEY')
  })

  test('tells the limits of fields and files', async () => {
    const { payload } = await get('/docs')
    expect(payload).toContain('1 to 80 characters')
    expect(payload).toContain('at most 1 KB')
  })

  test('leads every link on the page to a place on the page', async () => {
    const { payload } = await get('/docs')
    const ids = new Set([...payload.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    const targets = [...payload.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(20)
    expect(targets.filter((target) => !ids.has(target))).toEqual([])
  })

  test('takes no id twice', async () => {
    const { payload } = await get('/docs')
    const ids = [...payload.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})

test('/ leads to the page', async () => {
  const { statusCode, headers } = await get('/')
  expect([statusCode, headers['location']]).toEqual([302, '/docs'])
})

test.each(['/', '/docs', '/openapi.json'])(
  '%s can only be read: other methods are 405 with Allow',
  async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const { statusCode, headers } = await app.inject({ method, url })
      expect([method, statusCode, headers['allow']]).toEqual([method, 405, 'GET, HEAD'])
    }
  },
)

describe('the document', () => {
  test('is the service with its address, asked for once', async () => {
    await get('/openapi.json')
    const document = (await get('/openapi.json')).json<OpenApiDocument>()
    expect(document.servers).toEqual([{ url: 'https://boxes.example.org:1/api/v1' }])
    expect(asked).toBe(1)
  })

  test('of an origin with several services has their whole paths', () => {
    const services = [
      { ...part, prefix: '/v1/files' },
      { ...part, service: { ...sampleService, name: 'iam' as const, title: 'Members' }, prefix: '/v1/iam' },
    ]
    const document = originDocument({ ...alone, services })
    expect(document.info.title).toBe('Warehouse')
    expect(document.servers).toEqual([{ url: 'https://boxes.example.org' }])
    expect(Object.keys(document.paths)).toContain('/v1/iam/boxes/{id}')
  })
})

describe.each(['/docs', '/openapi.json'])('%s', (url) => {
  test('answers HEAD with the headers alone', async () => {
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe((await get(url)).headers['content-length'])
  })

  test('is not sent again to a client that has it', async () => {
    const { etag } = (await get(url)).headers
    const again = await get(url, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })
})
