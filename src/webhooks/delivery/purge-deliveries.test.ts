import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { purgeEvents } from '../../platform/outbox/purge-events.ts'
import { purgeDeliveries } from './purge-deliveries.ts'
import { addWebhook, deliveriesOf, happen } from './receiver.testing.ts'

const dayMs = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

const countEvents = async (workspaceId: number): Promise<number> => {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*) as count from platform.event where workspace_id = ${workspaceId}`)
  return count
}

describe('purge-webhook-deliveries', () => {
  test('deletes ended deliveries 30 days after their event, and no pending ones', async () => {
    const tenant = await app.tenant()
    const { id } = await addWebhook(app, tenant, 'https://hooks.test/')
    await happen(app, tenant.workspaceId, { times: 3 })
    await app.context.database.run(sql`
      update webhooks.delivery set status = 'delivered', lane = null, due_at = null
       where webhook_id = ${id} and id <> (select max(id) from webhooks.delivery where webhook_id = ${id})`)
    app.clock.advance(30 * dayMs)
    await purgeDeliveries.run({}, app.context)
    expect(await deliveriesOf(app, id)).toHaveLength(3)
    app.clock.advance(1)
    await purgeDeliveries.run({}, app.context)
    expect(await deliveriesOf(app, id)).toMatchObject([{ status: 'pending' }])
  })
})

describe('purge-events', () => {
  test('forgets events after a week, and leaves their deliveries', async () => {
    const tenant = await app.tenant()
    const { id } = await addWebhook(app, tenant, 'https://hooks.test/')
    await happen(app, tenant.workspaceId)
    const before = await countEvents(tenant.workspaceId)
    app.clock.advance(7 * dayMs)
    await purgeEvents.run({}, app.context)
    expect(await countEvents(tenant.workspaceId)).toBe(before)
    app.clock.advance(1)
    await purgeEvents.run({}, app.context)
    expect(await countEvents(tenant.workspaceId)).toBe(0)
    expect(await deliveriesOf(app, id)).toHaveLength(1)
  })
})
