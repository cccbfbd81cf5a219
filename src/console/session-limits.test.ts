import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type Answer, type Tenant, type TestApp } from '../../test/harness.ts'
import { logIn, refusalOf, type Browser } from './console.testing.ts'
import { itemsOf, type Items } from './item/items.testing.ts'

let app: TestApp
let tenant: Tenant
let browser: Browser
let items: Items
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
beforeEach(async () => {
  browser = await logIn(app, tenant.userId)
  items = itemsOf(app, browser, tenant.workspaceId)
})
afterAll(() => app.close())

/** Some at a time, as a browser does, while the clock stands still. */
async function many(times: number, call: (at: number) => Promise<Answer>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (let at = 0; at < times; at += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, times - at) }, (_, one) => call(at + one)),
    )
    for (const { status } of answers) seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

const session = () => browser.call('GET', '/session')

describe('in one minute, a session', () => {
  test('uploads 2,000 small files into 200 folders, with the questions and refetches that go with them', async () => {
    const folders: string[] = []
    const made = await many(200, async (at) => {
      const answer = await browser.call('POST', `${items.path}/files/folders`, { name: `Folder ${at}` })
      folders.push((answer.body as { data: { id: string } }).data.id)
      return answer
    })
    expect(made).toEqual({ 201: 200 })
    const asked = await many(201, (at) =>
      browser.call('POST', `${items.path}/items/names`, { parent_id: folders[at] ?? null, names: ['a.txt'] }),
    )
    expect(asked).toEqual({ 200: 201 })
    expect(await many(2000, (at) => items.send(`${at}.txt`, 'x', folders[at % 200]))).toEqual({ 201: 2000 })
    expect(await many(240, () => browser.call('GET', `${items.path}/items`))).toEqual({ 200: 240 })
  }, 120_000)

  test('goes on uploading and downloading after 1,200 other requests', async () => {
    const opened = await browser.data<{ upload_key: string }>('POST', `${items.path}/files/uploads`, {
      name: 'large.bin',
      size: 10,
    })
    const id = await items.file('a.png')
    expect(await many(1199, session)).toEqual({ 200: 1199 })
    const refused = await session()
    expect([refusalOf(refused), refused.body]).toMatchObject([
      [429, 'rate_limited'],
      { error: { details: { limit: 'session_minute' } } },
    ])
    expect((await items.send('b.txt')).status).toBe(201)
    const chunk = await app.call('files', {
      method: 'POST',
      url: `/console/v1${items.path}/files/uploads/${opened.upload_key}/chunk?index=0`,
      headers: {
        cookie: browser.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
      },
      payload: Buffer.from('0123456789'),
    })
    expect(chunk.status, chunk.text).toBe(200)
    expect((await browser.call('GET', `${items.path}/items/${id}/preview`)).status).toBe(200)
    expect((await browser.call('GET', `${items.path}/files/files/${id}/content`)).status).toBe(200)
  }, 60_000)

  test('downloads 6,000 times, which leaves its other requests alone', async () => {
    const thumbnail = () => browser.call('GET', `${items.path}/files/files/zzzzzzzz/thumbnail`)
    expect(await many(6000, thumbnail)).toEqual({ 404: 6000 })
    const refused = await thumbnail()
    expect([refusalOf(refused), refused.body]).toMatchObject([
      [429, 'rate_limited'],
      { error: { details: { limit: 'session_downloads_minute' } } },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await session()).status).toBe(200)
    app.clock.advance(60_000)
    expect((await thumbnail()).status).toBe(404)
  }, 120_000)
})
