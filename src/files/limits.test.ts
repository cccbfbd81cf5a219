import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf } from '../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../test/harness.ts'
import { uploadsClient } from './upload/uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('limits of the files API', () => {
  test('a JSON body has 1 MB: one byte more is body_too_large', async () => {
    const client = filesClient(app, (await (await app.tenant()).key('files')).key)
    const send = (bytes: number) =>
      client.call('POST', '/folders', {
        headers: { 'content-type': 'application/json' },
        payload: '{"name":"padded"}'.padEnd(bytes),
      })
    expect((await send(1024 * 1024)).status).toBe(201)
    expect(refusalOf(await send(1024 * 1024 + 1))).toEqual([413, 'body_too_large'])
  })

  test('copy, compress and unzip count together: 30 in ten minutes for a key, 60 for a user, then rate_limited', async () => {
    const { key } = await app.tenant()
    const answers = async (client: ReturnType<typeof filesClient>, each: number) => {
      const all: Answer[] = []
      for (const verb of ['copy', 'compress', 'unzip'])
        for (let call = 0; call < each; call++) all.push(await client.call('POST', `/files/zzzzzzzz/${verb}`))
      return all
    }
    const [first, second, third] = [await key('files'), await key('files'), await key('files')].map((made) =>
      filesClient(app, made.key),
    )
    if (!first || !second || !third) throw new Error('Expected three keys.')
    for (const [within, beyond] of [
      [first, first],
      [second, third],
    ] as const) {
      expect(new Set((await answers(within, 10)).map(({ status }) => status))).toEqual(new Set([404]))
      for (const refused of await answers(beyond, 1)) {
        expect(refusalOf(refused)).toEqual([429, 'rate_limited'])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
    }
    app.clock.advance(600_000)
    expect((await answers(first, 1)).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('each chunk of an upload counts once against both caps of the key', async () => {
    const { key } = await app.tenant()
    const uploads = uploadsClient(app, (await key('files', { perMinute: 1000, perDay: 2000 })).key)
    const upload = await uploads.opened('counted.bin', 2)
    const left = ({ headers }: Answer) => [
      headers['x-ratelimit-remaining-minute'],
      headers['x-ratelimit-remaining-day'],
    ]
    expect(left(await uploads.chunk(upload.upload_key, 0, 'ab'))).toEqual(['998', '1998'])
    expect(left(await uploads.chunk(upload.upload_key, 0, 'ab'))).toEqual(['997', '1997'])
  })

  test('chunked uploads may make 1,500 requests a minute with a key of the default cap, then they are rate_limited', async () => {
    const { key } = await app.tenant()
    const uploads = uploadsClient(app, (await key('files', { perMinute: 120 })).key)
    const upload = await uploads.opened('fast.bin', 2)
    const chunk = () => uploads.chunk(upload.upload_key, 0, 'ab')
    await chunk()
    const storage = () => uploads.files.get('/storage')
    const shown = ({ headers }: Answer) => [
      headers['x-ratelimit-limit-minute'],
      headers['x-ratelimit-remaining-minute'],
    ]
    expect(shown(await chunk())).toEqual(['120', '117'])
    expect(shown(await storage())).toEqual(['120', '116'])
    for (let sent = 4; sent < 1498; sent += 83)
      await Promise.all(Array.from({ length: 83 }, async () => expect((await chunk()).status).toBe(200)))
    expect(refusalOf(await storage())).toEqual([429, 'rate_limited'])
    const completed = await uploads.complete(upload.upload_key)
    expect([completed.status, shown(completed)]).toEqual([201, ['120', '0']])
    const another = await uploads.open('next.bin', 1)
    expect([another.status, shown(another)]).toEqual([201, ['120', '0']])
    for (const refused of [await uploads.open('third.bin', 1), await chunk()]) {
      expect(refusalOf(refused)).toEqual([429, 'rate_limited'])
      expect(refused.body).toMatchObject({ error: { details: { limit: 'minute' } } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    app.clock.advance(60_000)
    expect((await storage()).status).toBe(200)
  })

  test('a cap of its own holds for all requests of a key, chunks included', async () => {
    const { key } = await app.tenant()
    for (const perMinute of [3, 121]) {
      const uploads = uploadsClient(app, (await key('files', { perMinute })).key)
      const upload = await uploads.opened(`capped ${perMinute}.bin`, 2)
      const sent = await Promise.all(
        Array.from({ length: perMinute }, () => uploads.chunk(upload.upload_key, 0, 'ab')),
      )
      expect(sent.filter(({ status }) => status === 429)).toHaveLength(1)
    }
  })
})
