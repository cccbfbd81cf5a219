import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestAppOptions } from '../../test/harness.ts'
import { relayHeader } from '../api/http/relay-seal.ts'
import { openPlaces, relaySeal, type Places } from './places.testing.ts'

const client = '198.51.100.23'

/** Asks with a key that only `client` may use. */
async function statusOf(
  app: TestApp,
  headers: Record<string, string>,
  remoteAddress: string,
): Promise<number> {
  const { key } = await (await app.tenant()).key('files', { ips: [client] })
  return (await app.call('files', { url: '/api/v1/me', key, headers, remoteAddress })).status
}

async function withApp(options: TestAppOptions, run: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await testApp(options)
  await run(app)
  await app.close()
}

describe('X-Forwarded-For at the files origin', () => {
  const stated = { 'x-forwarded-for': client }

  test('is not trusted from any proxy by default', async () => {
    await withApp({}, async (app) => {
      expect(await statusOf(app, {}, client)).toBe(200)
      expect(await statusOf(app, stated, '127.0.0.1')).toBe(403)
      expect(await statusOf(app, stated, '203.0.113.9')).toBe(403)
    })
  })

  test('is believed of a trusted number of proxies nearby, never of a stranger who comes himself', async () => {
    await withApp({ trustedProxies: 1 }, async (app) => {
      expect(await statusOf(app, stated, '10.0.0.5')).toBe(200)
      expect(await statusOf(app, stated, '203.0.113.9')).toBe(403)
      expect(await statusOf(app, { 'x-forwarded-for': `${client}, 203.0.113.9` }, '10.0.0.5')).toBe(403)
    })
  })

  test('is trusted from listed proxies only', async () => {
    await withApp({ trustedProxies: ['203.0.113.0/24'] }, async (app) => {
      expect(await statusOf(app, stated, '203.0.113.9')).toBe(200)
      expect(await statusOf(app, stated, '10.0.0.5')).toBe(403)
      expect(await statusOf(app, stated, '127.0.0.1')).toBe(403)
    })
  })
})

describe('a relaying gateway', () => {
  let places: Places
  beforeAll(async () => {
    places = await openPlaces()
  })
  afterAll(() => places.close())

  const ask = async (
    port: number,
    base: string,
    ips: readonly string[],
    headers: Record<string, string> = {},
  ) => {
    const { key } = await (await places.app.tenant()).key('files', { ips })
    const response = await fetch(`http://127.0.0.1:${port}${base}/me`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    return response.status
  }

  test('says who its client is, and the files role believes it whatever proxies it trusts', async () => {
    const { relaying } = places
    expect(await ask(relaying.port, relaying.base, ['127.0.0.1'])).toBe(200)
    expect(await ask(relaying.port, relaying.base, [client])).toBe(403)
  })

  test('drops every header by which clients could claim an address', async () => {
    const { relaying, mounted, files } = places
    const forged = { [relayHeader]: `${client} AAAA`, 'x-forwarded-for': client, connection: 'keep-alive' }
    expect(await ask(relaying.port, relaying.base, [client], forged)).toBe(403)
    // Not even one that was overheard: the gateway puts its own in the place of it.
    expect(
      await ask(relaying.port, relaying.base, [client], { [relayHeader]: relaySeal.state(client) }),
    ).toBe(403)
    expect(await ask(mounted.port, mounted.base, [client], { [relayHeader]: relaySeal.state(client) })).toBe(
      403,
    )
    expect(await ask(files.port, files.base, [client], forged)).toBe(403)
  })

  test('is believed by its seal, which the address of the peer does not replace', async () => {
    const { files } = places
    expect(await ask(files.port, files.base, [client], { [relayHeader]: relaySeal.state(client) })).toBe(200)
  })
})
