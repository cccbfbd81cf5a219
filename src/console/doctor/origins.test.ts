import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import type { Origins } from '../../api/context.ts'
import {
  makeCertificate,
  plainHost,
  secureHost,
  tableResolver,
} from '../../platform/outgoing/hosts.testing.ts'
import { bareInstalled } from '../../cli/commands.testing.ts'
import type { Examined } from './check.ts'
import { originChecks } from './origins.ts'
import { setUpWorkspace } from '../../program/set-up-workspace.ts'

const table = { 'office.test': ['127.0.0.1'], 'elsewhere.test': ['203.0.113.7', '2001:db8::7'] }

let app: TestApp
const ports: Partial<Record<keyof Origins, number>> = {}

beforeAll(async () => {
  app = await testApp({ outgoing: { resolver: tableResolver(table) } })
  for (const name of ['gateway', 'files', 'sms', 'phones'] as const) {
    await app.origin(name).listen({ host: '127.0.0.1', port: 0 })
    ports[name] = (app.origin(name).server.address() as AddressInfo).port
  }
})
afterAll(() => app.close())

/** What the doctor finds of the origins that are told, each with its address. */
async function examine(told: Partial<Origins>, more: Partial<Examined> = {}): Promise<readonly string[]> {
  const context: Examined = {
    ...app.context,
    ...bareInstalled(app.directory),
    serverRuns: true,
    setUpWorkspace,
    toldOrigins: Object.keys(told) as (keyof Origins)[],
    origins: { ...app.context.origins, ...told },
    ...more,
  }
  const found = Object.entries(originChecks(context)).map(async ([name, check]) => {
    try {
      const found = await check(context)
      return `${name}: ${typeof found === 'string' ? found : found.warning}`
    } catch (error) {
      return `${name} FAILED: ${(error as Error).message}`
    }
  })
  return Promise.all(found)
}

describe('the doctor of a server', () => {
  test('finds origins that answer under their public name', async () => {
    const told = {
      gateway: `http://office.test:${ports.gateway}`,
      files: `http://127.0.0.1:${ports.files}`,
      sms: `http://office.test:${ports.sms}`,
      phones: `http://office.test:${ports.phones}`,
    }
    const lines = await examine(told)
    expect(lines).toEqual([
      expect.stringMatching(/^gateway origin: http:\/\/office\.test:\d+ answers, \d+ ms$/),
      expect.stringMatching(/^files origin: http:\/\/127\.0\.0\.1:\d+ answers, \d+ ms$/),
      expect.stringMatching(/^sms origin: http:\/\/office\.test:\d+ answers, \d+ ms$/),
      expect.stringMatching(/^phones origin: http:\/\/office\.test:\d+ answers, \d+ ms$/),
    ])
  })

  test('calls only public origins', async () => {
    expect(await examine({})).toEqual([])
  })

  test('says that a name does not resolve, and which variable has it', async () => {
    const [line] = await examine({ sms: 'https://nobody.test' })
    expect(line).toBe(
      'sms origin FAILED: https://nobody.test: The host name does not resolve. ' +
        'Add a DNS record for it, or change BUREAU_SMS_URL.',
    )
  })

  test('says that nothing listens, and where', async () => {
    const gone = await plainHost(() => undefined)
    await gone[Symbol.asyncDispose]()
    const [line] = await examine({ files: `http://office.test:${gone.port}` })
    expect(line).toContain('The connection was refused or failed. Found: ECONNREFUSED at 127.0.0.1.')
  })

  test('says that the certificate is one that callers will not accept', async () => {
    await using host = await secureHost(makeCertificate('DNS:office.test'), (_request, response) =>
      response.end(),
    )
    const [line] = await examine({ files: `https://office.test:${host.port}` })
    expect(line).toContain('Found: DEPTH_ZERO_SELF_SIGNED_CERT at 127.0.0.1.')
    expect(line).toContain('NODE_EXTRA_CA_CERTS')
  })

  test('tells a proxy that does not pass on from Bureau', async () => {
    await using proxy = await plainHost((_request, response) => response.writeHead(502).end('Bad Gateway'))
    const [line] = await examine({ gateway: `http://office.test:${proxy.port}` })
    expect(line).toContain('answers with status 502, but it is not Bureau.')
    expect(line).toContain('BUREAU_GATEWAY_URL')
  })

  test('tells a Bureau that fails, and another service of it behind the name', async () => {
    await using failing = await plainHost((_request, response) =>
      response.writeHead(500, { 'X-Request-Id': 'req_1' }).end(),
    )
    const [line] = await examine({ files: `http://office.test:${failing.port}` })
    expect(line).toContain('answers with status 500. See the log for the cause.')
    const [swapped] = await examine({ files: `http://office.test:${ports.gateway}` })
    expect(swapped).toContain('FAILED')
  })
})

describe('the doctor where no server runs', () => {
  const offline = { serverRuns: false }

  test('resolves the names and calls no origin', async () => {
    await using host = await plainHost((_request, response) => response.end())
    const told = { gateway: `http://office.test:${host.port}`, files: 'https://elsewhere.test' }
    expect(await examine(told, offline)).toEqual([
      `gateway origin: ${told.gateway} resolves to 127.0.0.1; not called, because no server runs here`,
      'files origin: https://elsewhere.test resolves to 203.0.113.7, 2001:db8::7; not called, because no server runs here',
    ])
    expect(host.connections).toEqual([])
  })

  test('says that a name does not resolve, also when the lookup fails', async () => {
    const resolver = { resolve: () => Promise.reject(new Error('SERVFAIL')) }
    for (const more of [offline, { ...offline, resolver }])
      expect(await examine({ sms: 'https://nobody.test' }, more)).toEqual([
        expect.stringContaining('The host name does not resolve. Add a DNS record for it'),
      ])
  })
})
