import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { sql } from '../../platform/database/sql.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import {
  addWebhook,
  type Answering,
  answer,
  deliveriesOf,
  deliveringApp,
  happen,
  receiver,
} from './receiver.testing.ts'

let app: Awaited<ReturnType<typeof deliveringApp>>
beforeAll(async () => void (app = await deliveringApp()))
afterAll(() => app.close())

const never: Answering = () => undefined

/** Many events at once, as an import of files makes them. */
const flood = async (workspaceId: number, count: number): Promise<void> => {
  await app.context.database.run(sql`
    insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
    select ${workspaceId}, 'file.created', '{}', false, ${app.clock.now()} from generate_series(1, ${count})`)
  app.context.notifications.notify(eventChannel)
}

/** Milliseconds from an event to its arrival. */
async function arrival(
  workspaceId: number,
  host: { readonly received: readonly unknown[] },
): Promise<number> {
  const before = host.received.length
  const startedMs = performance.now()
  await happen(app, workspaceId)
  await until(async () => host.received.length > before)
  return performance.now() - startedMs
}

const waiting = async (webhookId: number) =>
  (await deliveriesOf(app, webhookId)).filter(({ attempts }) => attempts === 0).length

describe('a receiver that never answers', () => {
  test('gets four attempts at once, and delays neither its workspace nor others', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()]
    await using dead = await receiver(never)
    await using sibling = await receiver()
    await using stranger = await receiver()
    await addWebhook(app, one, `https://a.hooks.test:${dead.port}/`)
    await addWebhook(app, one, `https://hooks.test:${sibling.port}/`)
    await addWebhook(app, other, `https://hooks.test:${stranger.port}/`)
    await happen(app, one.workspaceId, { times: 20 })
    await until(async () => sibling.received.length === 20)
    expect(await arrival(other.workspaceId, stranger)).toBeLessThan(1000)
    expect(dead.received).toHaveLength(4)
  })
})

describe('ten thousand deliveries of one workspace', () => {
  test('never delay the first of another one, nor that of another webhook of the same', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()]
    const busy = { now: 0, most: 0 }
    await using slow = await receiver((response, got) => {
      busy.most = Math.max(busy.most, ++busy.now)
      void pause(300).then(() => {
        busy.now -= 1
        answer(200)(response, got, response.req)
      })
    })
    await using stranger = await receiver()
    const { id } = await addWebhook(app, one, `https://hooks.test:${slow.port}/`)
    await addWebhook(app, other, `https://hooks.test:${stranger.port}/`)
    await flood(one.workspaceId, 10_000)
    await until(async () => slow.received.length >= 4)
    expect(await arrival(other.workspaceId, stranger)).toBeLessThan(1000)
    await using sibling = await receiver()
    await addWebhook(app, one, `https://hooks.test:${sibling.port}/`)
    expect(await arrival(one.workspaceId, sibling)).toBeLessThan(1000)
    expect(busy.most).toBe(4)
    await app.context.database.run(sql`delete from webhooks.webhook where id = ${id}`)
  })

  test('have at most 48 attempts under way, however many webhooks they have', async () => {
    const tenant = await app.tenant()
    const hosts = await Promise.all(Array.from({ length: 15 }, () => receiver(never)))
    for (const host of hosts) await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await flood(tenant.workspaceId, 10)
    const underWay = async () => {
      const { claimed, webhooks } = await app.context.database.one<{ claimed: number; webhooks: number }>(sql`
        select count(*) as claimed, count(distinct webhook_id) as webhooks from webhooks.delivery
         where workspace_id = ${tenant.workspaceId} and claim_id is not null`)
      return [claimed, webhooks]
    }
    await until(async () => (await underWay())[0] === 48)
    await pause(100)
    expect(await underWay()).toEqual([48, 15])
    for (const host of hosts) await host[Symbol.asyncDispose]()
  })
})

/** No attempt is under way, whose lease would be over when the clock is moved. */
const settled = (webhookId: number) =>
  until(async () => {
    const { claimed } = await app.context.database.one<{ claimed: number }>(sql`
      select count(*) as claimed from webhooks.delivery where webhook_id = ${webhookId} and claim_id is not null`)
    return claimed === 0
  })

describe('a receiver that failed ten times in a row', () => {
  test('rests without using up attempts, until one delivery succeeded', async () => {
    const tenant = await app.tenant()
    const state = { status: 500 }
    await using host = await receiver((response) => void response.writeHead(state.status).end())
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await happen(app, tenant.workspaceId, { times: 30 })
    await until(async () => host.received.length >= 10)
    await pause(200)
    await settled(id)
    const attempts = host.received.length
    expect(attempts).toBeLessThanOrEqual(13)
    expect(await waiting(id)).toBe(30 - attempts)
    app.clock.advance(30_000)
    await until(async () => host.received.length > attempts)
    await pause(100)
    await settled(id)
    expect(host.received).toHaveLength(attempts + 1)
    state.status = 200
    app.clock.advance(30_000)
    await until(async () => (await waiting(id)) === 0)
  })
})
