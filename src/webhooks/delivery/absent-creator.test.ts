import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { inForce } from '../../identity/in-force.ts'
import { addMember, removeMember } from '../../identity/member/change-members.ts'
import { markWorkspace, unmarkWorkspace } from '../../identity/removal/mark.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { sql } from '../../platform/database/sql.ts'
import { listDeliveries } from './list-store.ts'
import { purgeDeliveries } from './purge-deliveries.ts'
import {
  addWebhook,
  answer,
  deliveriesOf,
  deliveringApp,
  happen,
  receiver,
  type Receiver,
  webhookState,
} from './receiver.testing.ts'
import { sentences } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

let app: Awaited<ReturnType<typeof deliveringApp>>
beforeAll(async () => void (app = await deliveringApp()))
afterAll(() => app.close())

/** A webhook of an admin in a workspace of its own. */
async function webhookOfAdmin(host: Pick<Receiver, 'port'>) {
  const { workspaceId, userId: ownerId } = await app.tenant()
  const { id: userId } = await app.member(workspaceId, 'admin')
  const { id } = await addWebhook(app, { workspaceId, userId }, `https://hooks.test:${host.port}/`)
  const member = { workspaceId, userId }
  return {
    id,
    workspaceId,
    ownerId,
    userId,
    leave: () => inForce(app.context, (tx) => removeMember(tx, member)),
    comeBack: () => inForce(app.context, (tx) => addMember(tx, { ...member, role: 'member' })),
    disable: () => inForce(app.context, (tx) => setUserDisabled(tx, userId, true)),
    enable: () => inForce(app.context, (tx) => setUserDisabled(tx, userId, false)),
  }
}

const statusesOf = async (id: number) => (await deliveriesOf(app, id)).map(({ status }) => status)

/** Waits until the only delivery of a webhook has been refused once. */
const refusedOnce = (id: number) =>
  until(async () => {
    const [row] = await deliveriesOf(app, id)
    return row?.attempts === 1 && row.response_status === 500
  })

describe('when the member who created the webhook leaves the workspace', () => {
  test('it turns inactive and its pending deliveries fail at once', async () => {
    await using host = await receiver(answer(500))
    const webhook = await webhookOfAdmin(host)
    await happen(app, webhook.workspaceId)
    await refusedOnce(webhook.id)
    await app.stopEngine()
    await happen(app, webhook.workspaceId, { times: 3 })
    // As it is while an attempt is under way.
    await app.context.database.run(sql`
      update webhooks.delivery set lane = null, claim_id = 0, attempts = 1
       where id = (select max(id) from webhooks.delivery where webhook_id = ${webhook.id})`)
    await webhook.leave()
    const rows = await deliveriesOf(app, webhook.id)
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 1])
    for (const row of rows)
      expect(row).toMatchObject({ status: 'failed', due_at: null, last_error: sentences.left })
    expect(await webhookState(app, webhook.id)).toMatchObject({ active: false, last_error: sentences.left })
    app.startEngine()
    expect(host.received).toHaveLength(1)
  })

  test('webhooks of others, and their own in other workspaces, continue', async () => {
    await using host = await receiver(answer(500))
    const [webhook, elsewhere] = [await webhookOfAdmin(host), await webhookOfAdmin(host)]
    const url = `https://hooks.test:${host.port}/`
    const { workspaceId, ownerId, userId } = webhook
    const { id: ofOwner } = await addWebhook(app, { workspaceId, userId: ownerId }, url)
    const { id: other } = await addWebhook(app, { workspaceId: elsewhere.workspaceId, userId }, url)
    await inForce(app.context, (tx) =>
      addMember(tx, { workspaceId: elsewhere.workspaceId, userId, role: 'member' }),
    )
    await happen(app, elsewhere.workspaceId)
    await happen(app, workspaceId)
    await webhook.leave()
    expect(await statusesOf(webhook.id)).toEqual(['failed'])
    // The removal is an event too.
    expect(await statusesOf(ofOwner)).toEqual(['pending', 'pending'])
    expect(await statusesOf(other)).toEqual(['pending'])
    for (const id of [ofOwner, other]) expect(await webhookState(app, id)).toMatchObject({ active: true })
  })

  test('nothing goes out after they come back', async () => {
    await using host = await receiver()
    const webhook = await webhookOfAdmin(host)
    await app.stopEngine()
    await happen(app, webhook.workspaceId)
    await webhook.leave()
    await webhook.comeBack()
    app.startEngine()
    await happen(app, webhook.workspaceId)
    const { id: witness } = await addWebhook(
      app,
      { workspaceId: webhook.workspaceId, userId: webhook.ownerId },
      `https://hooks.test:${host.port}/witness`,
    )
    await happen(app, webhook.workspaceId)
    await until(async () => (await statusesOf(witness)).includes('delivered'))
    expect(host.received.map(({ path }) => path)).toEqual(['/witness'])
    expect(await statusesOf(webhook.id)).toEqual(['failed'])
    expect(await webhookState(app, webhook.id)).toMatchObject({ active: false })
  })

  test('an event that commits after the removal fails at its first claim', async () => {
    await using host = await receiver()
    const webhook = await webhookOfAdmin(host)
    const gone = Promise.withResolvers<void>()
    const emitting = app.context.database.transaction(async (tx) => {
      await tx.run(sql`
        insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
        values (${webhook.workspaceId}, 'file.created', '{}', false, ${tx.now()})`)
      await gone.promise
    })
    await until(async () => {
      const open = await app.context.database.rows(sql`
        select 1 from pg_stat_activity where state = 'idle in transaction' and query like '%platform.event%'`)
      return open.length > 0
    })
    await webhook.leave()
    gone.resolve()
    await emitting
    await until(async () => (await statusesOf(webhook.id)).includes('failed'))
    expect(host.received).toEqual([])
  })
})

describe('while the account of the creator is disabled', () => {
  test.each(['without an event', 'with events', 'with more events than one step pauses'])(
    'the webhook is paused, and goes on when it is enabled, %s in between',
    async (events) => {
      const times = events === 'without an event' ? 0 : events === 'with events' ? 3 : 1100
      await using host = await receiver()
      const webhook = await webhookOfAdmin(host)
      await webhook.disable()
      if (times > 0) await happen(app, webhook.workspaceId, { times })
      await until(async () => (await paused(webhook.id)) === times)
      expect(await webhookState(app, webhook.id)).toEqual({
        active: true,
        last_status: null,
        last_error: null,
        last_delivered_at: null,
      })
      expect(host.received).toEqual([])
      await webhook.enable()
      await happen(app, webhook.workspaceId)
      await until(async () => (await statusesOf(webhook.id)).every((status) => status === 'delivered'))
      expect(new Set((await deliveriesOf(app, webhook.id)).map(({ attempts }) => attempts))).toEqual(
        new Set([1]),
      )
      expect(host.received).toHaveLength(times + 1)
    },
  )

  test('a retry waits too, shows why and no next attempt, and keeps its number of attempts', async () => {
    let status = 500
    await using host = await receiver((response) => void response.writeHead(status).end())
    const webhook = await webhookOfAdmin(host)
    await happen(app, webhook.workspaceId)
    await refusedOnce(webhook.id)
    await webhook.disable()
    app.clock.advance(2 * 60_000)
    await until(async () => (await paused(webhook.id)) === 1)
    expect(await listDeliveries(app.context.database, webhook.id, { limit: 30 })).toMatchObject([
      { status: 'pending', attempts: 1, last_error: sentences.disabled, next_attempt_at: null },
    ])
    status = 200
    await webhook.enable()
    await until(async () => (await statusesOf(webhook.id)).includes('delivered'))
    expect(await deliveriesOf(app, webhook.id)).toMatchObject([{ attempts: 2, last_error: null }])
  })

  test('paused deliveries fail when they leave, and are deleted after 30 days', async () => {
    await using host = await receiver()
    const [one, other] = [await webhookOfAdmin(host), await webhookOfAdmin(host)]
    for (const webhook of [one, other]) {
      await webhook.disable()
      await happen(app, webhook.workspaceId)
      await until(async () => (await paused(webhook.id)) === 1)
    }
    await one.leave()
    expect(await deliveriesOf(app, one.id)).toMatchObject([{ status: 'failed', last_error: sentences.left }])
    app.clock.advance(30 * dayMs + 1)
    await purgeDeliveries.run({}, app.context)
    expect(await deliveriesOf(app, other.id)).toEqual([])
    expect(host.received).toEqual([])
  })
})

async function paused(webhookId: number): Promise<number> {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*) as count from webhooks.delivery where webhook_id = ${webhookId} and lane = 2 and claim_id is null`)
  return count
}

describe('while the workspace is being deleted', () => {
  test('nothing is delivered, and everything is when it is brought back', async () => {
    let status = 500
    await using host = await receiver((response) => void response.writeHead(status).end())
    const { id, workspaceId } = await webhookOfAdmin(host)
    await happen(app, workspaceId)
    await refusedOnce(id)
    const refusals = host.received.length
    await inForce(app.context, (tx) => markWorkspace(tx, workspaceId))
    await happen(app, workspaceId, { times: 3 })
    app.clock.advance(2 * 60_000)
    await until(async () => (await paused(id)) === 4)
    expect(host.received).toHaveLength(refusals)
    expect(await webhookState(app, id)).toMatchObject({ active: true })
    expect((await deliveriesOf(app, id)).map((row) => row.last_error)).toContain(sentences.deleted)
    status = 200
    await inForce(app.context, (tx) => unmarkWorkspace(tx, workspaceId))
    await until(async () => (await statusesOf(id)).every((each) => each === 'delivered'))
    expect((await deliveriesOf(app, id)).map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1])
  })
})
