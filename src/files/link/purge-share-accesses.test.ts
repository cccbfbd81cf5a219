import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { sql } from '../../platform/database/sql.ts'
import { deleteOldAccesses } from './store.ts'
import { purgeShareAccesses } from './purge-share-accesses.ts'

let app: TestApp
let shared: Sharing['shared']

beforeAll(async () => {
  ;({ app, shared } = await sharing())
})
afterAll(() => app.close())

describe('the access log', () => {
  const visitsOf = (url: string) =>
    app.context.database.rows<{ action: string }>(sql`
      select action, entry_id, email, address from files.share_access
      where file_id = ${url.slice(4, 12)} order by id`)

  test('records views and downloads, each download once', async () => {
    const url = await shared('logged', 'logged.txt')
    const guest = visitor(app, '2001:db8::1')
    await guest.get(url)
    await guest.go('HEAD', `${url}/download`)
    await guest.get(`${url}/download`, { range: 'bytes=0-1' })
    await guest.get(`${url}/download`, { range: 'bytes=2-3' })
    const visit = { entry_id: url.slice(4), email: null, address: '2001:db8::1' }
    expect(await visitsOf(url)).toEqual([
      { action: 'view', ...visit },
      { action: 'download', ...visit },
    ])
  })

  test('is kept for 90 days', async () => {
    const url = await shared('purged', 'purged.txt')
    await visitor(app).get(url)
    app.clock.advance(90 * 86_400_000)
    await purgeShareAccesses.run({}, app.context)
    expect(await visitsOf(url)).toHaveLength(1)
    app.clock.advance(1)
    await purgeShareAccesses.run({}, app.context)
    expect(await visitsOf(url)).toHaveLength(0)
  })
})

describe('the purge of the access log', () => {
  test('keeps the newest, up to the limit', async () => {
    const url = await shared('busy', 'busy.txt')
    for (let at = 0; at < 5; at++) await visitor(app).get(url)
    const ids = () =>
      app.context.database.rows<{ id: number }>(sql`select id from files.share_access order by id`)
    const newest = (await ids()).slice(-2)
    const before = new Date(app.clock.now().getTime() - 1)
    await deleteOldAccesses(app.context.database, { before, keptMax: 2, max: 100 })
    expect(await ids()).toEqual(newest)
  })
})
