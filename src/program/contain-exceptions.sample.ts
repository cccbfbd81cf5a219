import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { silentLog } from '../../test/log.ts'
import { sampleService } from '../../test/sample-service.ts'
import { nobody } from '../api/caller.ts'
import { defineService } from '../api/define-service.ts'
import { dataEnvelope } from '../api/envelope.ts'
import { mountContext } from '../api/mount.testing.ts'
import { mount } from '../api/mount.ts'
import { createOrigin } from '../api/origin.ts'
import { RunningRequests } from '../platform/http/running-requests.ts'
import { systemRandom } from '../platform/random.ts'
import { containExceptions } from './contain-exceptions.ts'

// A separate program, because an uncaught exception would fail the test run.

/** What it tells the test that started it. */
export type Told =
  | { readonly port: number }
  | { readonly logged: { readonly request_id?: string; readonly endpoint?: string } }
  | { readonly counted: true }

const tell = (told: Told): void => void process.send?.(told)

const boom = (): never => {
  throw new Error('boom')
}

async function* endless() {
  for (;;) {
    yield 'half.'
    await delay(50)
  }
}

const explosions: Readonly<Record<string, () => void>> = {
  timer: () => setTimeout(boom, 1),
  tick: () => process.nextTick(boom),
  microtask: () => queueMicrotask(boom),
  immediate: () => setImmediate(boom),
  rejection: () => void delay(1).then(boom),
}

const explode = defineService(sampleService).endpoint('explode', {
  summary: 'For tests',
  who: nobody,
  problems: [],
  method: 'GET',
  path: '/explode/{how}',
  params: z.object({ how: z.string() }),
  result: z.object({ ok: z.boolean() }),
  handle: ({ params }) => {
    explosions[params.how]?.()
    return new Promise<never>(() => {})
  },
})

const requests = new RunningRequests()
const log = { ...silentLog, error: (fields: object) => tell({ logged: fields }) }
containExceptions(requests, { log, count: () => tell({ counted: true }) })
process.on('message', () => setTimeout(boom, 1))

const app = createOrigin({
  profile: {
    name: 'test',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' },
  },
  log,
  random: systemRandom,
  trustedProxies: 0,
  observe: () => undefined,
  requests,
})
await mount(app, {
  prefix: '/v1',
  service: sampleService,
  endpoints: [explode],
  schemes: [],
  context: { ...mountContext, log },
})
app.post('/body', (request) => {
  request.raw.on('data', (piece: Buffer) => {
    if (piece.includes('!')) boom()
  })
  return new Promise(() => {})
})
app.get('/answer', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-length': '10' }).write('half.')
  setTimeout(boom, 1)
})
app.get('/stream', (_request, reply) => {
  setTimeout(boom, 20)
  return reply.send(Readable.from(endless()))
})
app.get('/busy', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  return { ok: true }
})
app.get('/wait', () => delay(500, { ok: true }))
await app.listen({ host: '127.0.0.1', port: 0 })
tell({ port: (app.server.address() as AddressInfo).port })
