import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { silentLog } from '../../../test/log.ts'
import { testApp, type Answer, type Tenant, type TestApp } from '../../../test/harness.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { refusalOfKey } from './refusal.testing.ts'
import { files } from '../../files/service.ts'
import { openRedisCounters } from '../../platform/limits/redis.ts'
import { keysOf } from './api-key.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const list = (key?: string) => app.call('files', { url: '/api/v1/files', ...(key !== undefined && { key }) })

describe('limits', () => {
  test('count every authenticated request once, refused ones too, over both origins', async () => {
    const { key } = await tenant.key('files', { perMinute: 1000, perDay: 1000, scopes: ['files:read'] })
    const day = ({ headers }: Answer) => headers['x-ratelimit-remaining-day']
    const { headers } = await list(key)
    expect(headers).toMatchObject({
      'x-ratelimit-limit-minute': '1000',
      'x-ratelimit-remaining-minute': '999',
      'x-ratelimit-reset-seconds': expect.stringMatching(/^\d+$/) as string,
      'x-ratelimit-limit-day': '1000',
      'x-ratelimit-remaining-day': '999',
    })
    expect(day(await app.call('gateway', { url: '/v1/files/files', key }))).toBe('998')
    expect(day(await app.call('gateway', { url: '/v1/files/nothing', key }))).toBe('997')
    expect(day(await app.call('files', { method: 'PUT', url: '/api/v1/files', key }))).toBe('996')
    expect(day(await app.call('files', { url: '/api/v1/storage', key }))).toBe('995')
  })

  test('refuse as rate_limited beyond the minute with Retry-After, and let go when it is over', async () => {
    const { key } = await tenant.key('files', { perMinute: 3, perDay: 1000 })
    for (let call = 0; call < 3; call++) expect((await list(key)).status).toBe(200)
    const refused = await list(key)
    expect(refusalOf(refused)).toEqual([429, 'rate_limited'])
    expect(refused.body).toMatchObject({ error: { details: { limit: 'minute' } } })
    expect(refused.headers['retry-after']).toBe(refused.headers['x-ratelimit-reset-seconds'])
    expect(refused.headers['x-ratelimit-remaining-minute']).toBe('0')
    expect(refused.headers['x-ratelimit-remaining-day']).toBe('997')
    app.clock.advance(60_000)
    expect((await list(key)).status).toBe(200)
  })

  test('refuse as rate_limited beyond the day, which rolls over 24 hours, not over midnight', async () => {
    const { key } = await tenant.key('files', { perMinute: 1000, perDay: 2 })
    for (let call = 0; call < 2; call++) expect((await list(key)).status).toBe(200)
    app.clock.advance(23 * 3_600_000)
    const refused = await list(key)
    expect(refused.body).toMatchObject({ error: { code: 'rate_limited', details: { limit: 'day' } } })
    app.clock.advance(3_600_000 + 60_000)
    expect((await list(key)).status).toBe(200)
  })

  test('tell nothing to a caller without a key', async () => {
    const { headers } = await list()
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })
})

describe('limits of an expensive endpoint', () => {
  const limit = { group: 'search', windowSeconds: 60, perCredentialMax: 3, perUserMax: 5 }
  const endpoint = { definition: { limit } } as Endpoint

  const refusalOfCall = (key: string) =>
    refusalOfKey(app, key, {
      service: files.profile,
      kind: keysOf('files'),
      endpoint,
      scope: 'files:read',
    })

  test('hold for each key and across the keys of a user', async () => {
    const user = await app.tenant()
    const [one, two] = [(await user.key('files')).key, (await user.key('files')).key]
    for (let call = 0; call < 3; call++) expect(await refusalOfCall(one)).toBeUndefined()
    expect(await refusalOfCall(one)).toMatchObject({
      reason: 'limit_reached',
      input: { details: { limit: 'endpoint' } },
    })
    for (let call = 0; call < 2; call++) expect(await refusalOfCall(two)).toBeUndefined()
    const refused = await refusalOfCall(two)
    expect(refused).toMatchObject({ reason: 'limit_reached' })
    expect(Number(refused?.input.headers?.['Retry-After'])).toBeGreaterThanOrEqual(1)
    const stranger = await app.tenant()
    expect(await refusalOfCall((await stranger.key('files')).key)).toBeUndefined()
    app.clock.advance(60_000)
    expect(await refusalOfCall(one)).toBeUndefined()
  })
})

describe('counters that cannot be reached', () => {
  test('refuse every service as rate_limited, provisioning as rate_limit_unavailable, and admit no request', async () => {
    const nowhere = openRedisCounters({
      url: 'redis://127.0.0.1:1',
      database: app.context.database,
      clock: app.clock,
      log: silentLog,
    })
    const cut = await testApp({ counters: nowhere })
    const someone = await cut.tenant()
    const call = async (
      origin: 'files' | 'sms' | 'gateway',
      url: string,
      service: 'files' | 'sms' | 'provisioning',
    ) =>
      cut.call(origin, {
        method: service === 'provisioning' ? 'POST' : 'GET',
        url,
        key: (await someone.key(service)).key,
      })
    const answers = [
      await call('files', '/api/v1/files', 'files'),
      await call('sms', '/api/v1/numbers', 'sms'),
      await call('gateway', '/v1/users/nothing', 'provisioning'),
    ]
    expect(answers.map(refusalOf)).toEqual([
      [429, 'rate_limited'],
      [429, 'rate_limited'],
      [503, 'rate_limit_unavailable'],
    ])
    for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    await cut.close()
  })
})
