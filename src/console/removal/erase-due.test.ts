import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { mentions as found } from '../../../test/mentions.ts'
import { approveProvisioning } from '../../identity/approval/change-approval.ts'
import { inForce } from '../../identity/in-force.ts'
import { markPerson } from '../../identity/removal/mark.ts'
import { findEmail } from '../../identity/user/store.ts'
import { listEntries } from '../../identity/audit/store.ts'
import { sql } from '../../platform/database/sql.ts'
import { purgeMails } from '../../platform/mail/purge-mails.ts'
import { eraseDue } from './erase-due.ts'
import { furnish, hide, marker } from './removal.testing.ts'

let app: TestApp
let firstId = 700_000_001_000
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
/** IDs that no other number contains. */
beforeEach(async () => {
  firstId += 100
  await app.context.database.run({
    text: `alter table identity.every_workspace alter id restart with ${firstId}`,
    values: [],
  })
  await app.context.database.run({
    text: `alter sequence identity.person_id restart with ${firstId + 10_000}`,
    values: [],
  })
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What stays of a workspace or a person. */
const kept = ['identity.audit', 'sms.usage_entry']

/** Without the counters of rate limits, which last as long as the limits: a day at most. */
const mentions = async (...call: Parameters<typeof found>) =>
  (await found(...call)).filter((table) => table !== 'platform.counter')

const run = (context = app.context) => eraseDue.run({}, context)

const filesBelow = async (): Promise<number> =>
  (await readdir(app.directory, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
    .length

describe('erase-due', () => {
  test('leaves nothing of a workspace a day later but the ledger and what operators did', async () => {
    const { database } = app.context
    const before = await filesBelow()
    const tenant = await app.tenant()
    await furnish(app, tenant)
    expect(await filesBelow()).toBeGreaterThan(before)
    await hide(app, tenant.workspaceId)

    app.clock.advance(dayMs)
    await run()
    expect(await mentions(database, [marker])).not.toEqual([])
    app.clock.advance(6 * minuteMs)
    await run()
    await purgeMails.run({}, app.context)
    expect(await mentions(database, [marker, marker.toLowerCase()])).toEqual([])
    expect(await mentions(database, [String(tenant.workspaceId)])).toEqual(kept)
    expect(await filesBelow()).toBe(before)
    const entries = await listEntries(database, {}, 100)
    const about = entries.filter(({ target }) => target === `workspace:${tenant.workspaceId}`)
    expect(about.map(({ actor, action }) => [actor, action])).toEqual([['operator', 'workspace.erase']])
  })

  test('leaves nothing of a person, and nothing of theirs in workspaces of others', async () => {
    const { database } = app.context
    const host = await app.tenant()
    const { id: userId } = await app.member(host.workspaceId, 'admin')
    await inForce(app.context, (tx) => approveProvisioning(tx, userId))
    const key: typeof host.key = (service, options) => host.key(service, { userId, ...options })
    await furnish(app, { ...host, userId, key })
    const email = String(await database.transaction((tx) => findEmail(tx, userId)))
    await inForce(app.context, (tx) => markPerson(tx, userId))
    app.clock.advance(dayMs + 6 * minuteMs)
    await run()
    expect(await mentions(database, [email])).toEqual([])
    expect(await mentions(database, [String(userId)])).toEqual(['identity.audit'])
    expect(await mentions(database, [String(host.workspaceId)])).toContain('identity.every_workspace')
  })

  test('goes on with the others when one fails, and finishes that one in the next run', async () => {
    const { context } = app
    const [broken, other] = [await app.tenant(), await app.tenant()]
    await furnish(app, broken)
    await hide(app, broken.workspaceId)
    await hide(app, other.workspaceId)
    app.clock.advance(dayMs + 6 * minuteMs)
    const remove = () => Promise.reject(new Error('The disk is away.'))
    await expect(run({ ...context, blobs: { ...context.blobs, remove } })).rejects.toThrow(
      '1 deletions failed',
    )
    expect(await mentions(context.database, [String(other.workspaceId)])).toEqual(['identity.audit'])
    await run()
    expect(await mentions(context.database, [String(broken.workspaceId)])).toEqual(kept)
  })

  test('may run in two processes at once, and records the end once', async () => {
    const tenant = await app.tenant()
    await furnish(app, tenant)
    await hide(app, tenant.workspaceId)
    app.clock.advance(dayMs + 6 * minuteMs)
    const second = await testApp({ beside: app })
    await Promise.all([run(), run(second.context)])
    await second.close()
    expect(await mentions(app.context.database, [String(tenant.workspaceId)])).toEqual(kept)
    const ends = await app.context.database.rows(sql`
      select from identity.audit where action = 'workspace.erase' and target = ${`workspace:${tenant.workspaceId}`}`)
    expect(ends).toHaveLength(1)
  })
})
