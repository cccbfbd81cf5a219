import { openBodies } from '../platform/http/body-memory.ts'
import { minimumThroughput } from '../platform/http/minimum-throughput.ts'
import { connect, type AddressInfo } from 'node:net'
import { sampleService } from '../../test/sample-service.ts'
import { silentLog } from '../../test/log.ts'
import type { Context } from './context.ts'
import { systemRandom } from '../platform/random.ts'
import { dataEnvelope } from './envelope.ts'
import { Refused, type EndpointScheme } from './auth-scheme.ts'
import { mount } from './mount.ts'
import type { Observation } from './http/origin-options.ts'
import { createOrigin } from './origin.ts'
import { mountedEndpoints } from './mount.sample.ts'

/** As much of a context as mounting needs; handlers of samples touch nothing else. */
export const mountContext = {
  log: silentLog,
  bodies: openBodies(),
  settings: { accel: undefined, uploadThroughputMin: minimumThroughput(2000) },
} as unknown as Context

const scheme: EndpointScheme = {
  kind: 'api-key',
  authenticate: ({ headers }) =>
    Promise.resolve(
      headers.authorization === 'Bearer good'
        ? { outcome: 'authenticated', caller: { kind: 'api-key' } }
        : { outcome: 'not-presented', refusal: new Refused('missing_key') },
    ),
}

export const auth = { authorization: 'Bearer good' }
export const json = { ...auth, 'content-type': 'application/json' }

/** The endpoints of mount.sample.ts on a port of their own. */
export async function mountedServer() {
  const observations: Observation[] = []
  const app = createOrigin({
    profile: {
      name: 'test',
      envelope: dataEnvelope,
      codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' },
    },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: (observation) => observations.push(observation),
  })
  await mount(app, {
    prefix: '/v1',
    service: { ...sampleService, cors: true },
    endpoints: mountedEndpoints,
    schemes: [scheme],
    context: mountContext,
    timeoutMs: 1500,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    /** What the log would say of each request. */
    observations,
    call: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: auth, ...init }),
    raw: (bytes: string) => raw(port, bytes),
    close: () => app.close(),
  }
}

export type MountedServer = Awaited<ReturnType<typeof mountedServer>>

export const codeOf = async (response: Response) =>
  ((await response.json()) as { error?: { code?: string } }).error?.code

/** Sends bytes over a plain socket and answers with everything that comes back until the connection ends. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(bytes)
  // Not events.once, which takes the reset of a refused connection for a failure.
  await new Promise((resolve) => socket.on('close', resolve))
  return Buffer.concat(chunks).toString()
}
