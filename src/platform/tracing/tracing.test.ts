import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp } from '../../../test/harness.ts'
import { silentLog } from '../../../test/log.ts'
import { sampleService } from '../../../test/sample-service.ts'
import { files } from '../../files/service.ts'
import type { EndpointScheme } from '../../api/auth-scheme.ts'
import { proxy } from '../../gateway/proxy.ts'
import { dataEnvelope } from '../../api/envelope.ts'
import { mountedEndpoints } from '../../api/mount.sample.ts'
import { mount } from '../../api/mount.ts'
import { createOrigin } from '../../api/origin.ts'
import type { Log } from '../log/log.ts'
import { plainHost, tableResolver } from '../outgoing/hosts.testing.ts'
import { openOutgoing } from '../outgoing/outgoing.ts'
import { systemRandom } from '../random.ts'
import { startCollector } from './collector.testing.ts'
import { open, spansOf } from './spans.testing.ts'
import type { Tracing } from './tracing.ts'
import { mountContext } from '../../api/mount.testing.ts'

function origin(tracing: Tracing): FastifyInstance {
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  return createOrigin({
    profile: { name: 'test', envelope: dataEnvelope, codes },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: () => undefined,
    trace: tracing.traceRequests,
  })
}

async function sampleOrigin(tracing: Tracing): Promise<FastifyInstance> {
  const app = origin(tracing)
  const scheme: EndpointScheme = {
    kind: 'api-key',
    authenticate: () => Promise.resolve({ outcome: 'authenticated', caller: { kind: 'api-key' } }),
  }
  await mount(app, {
    prefix: '/v1',
    service: sampleService,
    endpoints: mountedEndpoints,
    schemes: [scheme],
    context: mountContext,
  })
  return app
}

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parent = (flags: string) => ({ traceparent: `00-${traceId}-b7ad6b7169203331-${flags}` })

describe('a request', () => {
  test('has the method that the client wrote, also one that no endpoint takes', async () => {
    const spans = await spansOf(async (tracing) => {
      const app = await sampleOrigin(tracing)
      const port = await listening(app)
      await (await fetch(`http://127.0.0.1:${port}/v1/echo/7`, { method: 'PROPFIND' })).text()
      await app.close()
    })
    expect(spans).toMatchObject([
      {
        name: 'PROPFIND /v1/echo/:id',
        attributes: { 'http.request.method': 'PROPFIND', 'http.response.status_code': 405 },
      },
    ])
  })

  test('is a span that says operation, route, service, status and code', async () => {
    const spans = await spansOf(async (tracing) => {
      const app = await sampleOrigin(tracing)
      const port = await listening(app)
      for (const path of ['/v1/echo/7?secret=1', '/v1/echo?n=x', '/elsewhere/7', '/v1/fail?kind=error'])
        await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
      await app.close()
    })
    const attributes = {
      'http.request.method': 'GET',
      'bureau.request_id': expect.stringMatching(/^req_\w{20}$/),
    }
    const served = { ...attributes, 'bureau.service': sampleService.name }
    expect(spans).toMatchObject([
      {
        name: 'GET echoId',
        kind: 2,
        status: 0,
        attributes: { ...served, 'http.route': '/v1/echo/:id', 'http.response.status_code': 200 },
      },
      {
        name: 'GET echo',
        status: 0,
        attributes: { ...served, 'http.response.status_code': 400, 'bureau.code': expect.any(String) },
      },
      { name: 'GET', status: 0, attributes: { ...attributes, 'http.response.status_code': 404 } },
      {
        name: 'GET fail',
        status: 2,
        attributes: { ...served, 'http.response.status_code': 500, 'error.type': '500' },
      },
    ])
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(4)
  })

  test('goes on where the caller’s traceparent is, and is left out where that says so', async () => {
    const spans = await spansOf(async (tracing) => {
      const app = await sampleOrigin(tracing)
      await app.inject({ url: '/v1/echo', headers: parent('01') })
      await app.inject({ url: '/v1/echo', headers: parent('00') })
      await app.inject({ url: '/v1/echo', headers: { traceparent: 'nonsense' } })
      await app.close()
    })
    expect(spans).toHaveLength(2)
    expect(spans[0]).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
    expect(spans[1]?.traceId).not.toBe(traceId)
    expect(spans[1]?.parentSpanId).toBeUndefined()
  })

  test('that the client gives up ends as aborted, without a status', async () => {
    const spans = await spansOf(async (tracing) => {
      const app = origin(tracing)
      const arrived = Promise.withResolvers<void>()
      const gone = Promise.withResolvers<void>()
      app.get('/slow', async (_request, reply) => {
        reply.raw.once('close', gone.resolve)
        arrived.resolve()
        await gone.promise
        return reply
      })
      const socket = connect(await listening(app), '127.0.0.1')
      socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
      await arrived.promise
      socket.destroy()
      await gone.promise
      await app.close()
    })
    expect(spans).toMatchObject([{ name: 'GET /slow', status: 2, attributes: { 'error.type': 'aborted' } }])
    expect(spans[0]?.attributes).not.toHaveProperty('http.response.status_code')
  })

  test('holds no content of the request', async () => {
    await using collector = await startCollector()
    const tracing = await open({ url: collector.url })
    const app = await testApp({ tracing })
    const { key } = await (await app.tenant()).key('files')
    const { id } = await filesClient(app, key).file('dear diary', 'diary of Ann.txt')
    await app.call('files', { url: `/sl/${id}?page=2` })
    await app.call('files', { url: '/api/v1/search?q=diary', key })
    await app.close()
    await tracing.close()
    const [names, text] = [collector.spans.map(({ name }) => name), collector.texts.join()]
    expect(names).toEqual(['POST uploadFile', 'GET /sl/:link', 'GET searchFiles'])
    for (const secret of [key, key.slice(-12), 'diary', 'Ann', id, 'page=2', '127.0.0.1'])
      expect(text).not.toContain(secret)
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'bureau', 'service.version': '1.2.3' })
  })

  test('that the gateway relays goes on in the process behind, below the gateway’s span', async () => {
    const spans = await spansOf(async (tracing) => {
      const behind = await sampleOrigin(tracing)
      const upstream = { origin: `http://127.0.0.1:${await listening(behind)}`, prefix: '/v1' }
      const gateway = origin(tracing)
      await proxy(gateway, { prefix: '/v1/files', service: files.profile, upstream, timeoutMs: 5000 })
      const port = await listening(gateway)
      await (await fetch(`http://127.0.0.1:${port}/v1/files/echo`, { headers: parent('01') })).text()
      await gateway.close()
      await behind.close()
    })
    const [front, back] = ['GET /v1/files/*', 'GET echo'].map((name) =>
      spans.find((span) => span.name === name),
    )
    expect(front).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
    expect(back).toMatchObject({ traceId, parentSpanId: front?.spanId })
  })
})

describe('an outgoing request', () => {
  test('is a span below the request that it belongs to, without path and without traceparent', async () => {
    const seen: unknown[] = []
    await using host = await plainHost((request, response) => {
      seen.push(request.headers['traceparent'])
      response.writeHead(request.url === '/bad' ? 503 : 204).end()
    })
    const url = `http://127.0.0.1:${host.port}/hook-s3cret`
    const spans = await spansOf(async (tracing, collector) => {
      const bare = openOutgoing({ resolver: tableResolver({}), allowHosts: [] })
      const outgoing = tracing.traceOutgoing(bare)
      const app = origin(tracing)
      app.get('/send', async () => {
        await outgoing.request({ method: 'POST', reach: 'anywhere', url })
        await outgoing.request({ method: 'POST', reach: 'anywhere', url: new URL('/bad', url).href })
        await outgoing.request({ method: 'POST', reach: 'public', url: 'https://nobody.test/' })
        return {}
      })
      await app.inject('/send')
      await app.close()
      expect(collector.texts.join()).not.toContain('s3cret')
    })
    const request = spans.find(({ kind }) => kind === 2)
    const below = { kind: 3, name: 'POST', traceId: request?.traceId, parentSpanId: request?.spanId }
    const attributes = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'url.scheme': 'http' }
    expect(spans.filter(({ kind }) => kind === 3)).toMatchObject([
      { ...below, status: 0, attributes: { ...attributes, 'http.response.status_code': 204 } },
      { ...below, status: 2, attributes: { ...attributes, 'error.type': '503' } },
      { ...below, status: 2, attributes: { 'server.address': 'nobody.test', 'error.type': 'unresolvable' } },
    ])
    expect(seen).toEqual([undefined, undefined])
  })
})

describe('tracing', () => {
  test.each([
    ['always_off', 0],
    ['always_on', 20],
    ['parentbased_traceidratio', 0],
  ] as const)('keeps what the sampler %s says', async (sampler, kept) => {
    const ratio = sampler === 'parentbased_traceidratio' ? 0 : 1
    const spans = await spansOf(
      async (tracing) => {
        const app = await sampleOrigin(tracing)
        for (let time = 0; time < 20; time++) await app.inject('/v1/echo')
        await app.close()
      },
      { sampler, ratio },
    )
    expect(spans).toHaveLength(kept)
  })

  test('logs once that the collector is away, does not disturb requests, and still stops', async () => {
    const gone = await startCollector()
    await gone[Symbol.asyncDispose]()
    const warn = vi.fn<Log['warn']>()
    const tracing = await open({ url: gone.url }, { ...silentLog, warn })
    const app = await sampleOrigin(tracing)
    const socket = connect(await listening(app), '127.0.0.1')
    socket.end('GET /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    await app.close()
    const startedMs = performance.now()
    await tracing.close()
    expect(performance.now() - startedMs).toBeLessThan(8000)
    expect(warn).toHaveBeenCalledOnce()
  })

  test('loads nothing of OpenTelemetry’s SDK until it is opened', () => {
    const program = `
      await import('./src/program/serve.ts')
      const { default: Module } = await import('node:module')
      console.log(Object.keys(Module._cache).filter((path) => path.includes('@opentelemetry/sdk')).length)`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(out).toBe('0\n')
  })
})
