import { connect, type AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { testDatabase } from '../../../test/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { systemRandom } from '../../platform/random.ts'
import { openBodies } from '../../platform/http/body-memory.ts'
import { openLimiters } from '../../program/limits.ts'
import { openVault } from '../../platform/secrets/vault.ts'
import type { Context } from '../context.ts'
import { dataEnvelope } from '../envelope.ts'
import { createOrigin } from '../origin.ts'
import { mountPages } from './mount.ts'
import { rootPages, rootSample, sample, samplePages } from './pages.sample.ts'

interface Line {
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** The pages of pages.sample.ts on an origin of their own. */
export async function pageServer() {
  const { database, clock, close } = await testDatabase()
  const lines: Record<'info' | 'warn' | 'error', Line[]> = { info: [], warn: [], error: [] }
  const log: Log = {
    debug: () => {},
    info: (fields, message) => void lines.info.push({ fields: { ...fields }, message }),
    warn: (fields, message) => void lines.warn.push({ fields: { ...fields }, message }),
    error: (fields, message) => void lines.error.push({ fields: { ...fields }, message }),
  }
  const app = createOrigin({
    profile: {
      name: 'files',
      envelope: dataEnvelope,
      codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' },
    },
    log,
    random: systemRandom,
    trustedProxies: 0,
    observe: () => {},
  })
  const context = {
    log,
    database,
    clock,
    limiters: openLimiters({ connections: 10, processors: 2 }),
    bodies: openBodies(),
    vault: openVault([systemRandom.bytes(32)]),
    settings: { accel: undefined },
    origins: { files: 'http://box.test' },
  } as unknown as Context
  await mountPages(app, { site: sample.site, pages: samplePages, context })
  await mountPages(app, { site: rootSample.site, pages: rootPages, context })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    clock,
    port,
    lines,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
    go: (method: InjectOptions['method'] & string, url: string) =>
      app.inject({ method: method as 'GET', url }),
    submit: (url: string, payload: string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        headers: {
          origin: 'http://box.test',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      }),
    /** Sends these bytes and nothing more; what comes back until the page or the connection ends. */
    raw: async (bytes: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.write(bytes)
      let answer = ''
      for await (const chunk of socket.setEncoding('utf8')) {
        answer += String(chunk)
        if (answer.includes('</html>')) break
      }
      return answer
    },
    close: async () => {
      await app.close()
      await close()
    },
  }
}

export type PageServer = Awaited<ReturnType<typeof pageServer>>
