import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  addWebhook,
  answer,
  deliveriesOf,
  deliveringApp,
  happen,
  type Received,
  receiver,
  signed,
  webhookState,
} from './receiver.testing.ts'

const minuteMs = 60_000

let app: Awaited<ReturnType<typeof deliveringApp>>
beforeAll(async () => void (app = await deliveringApp()))
afterAll(() => app.close())

/** Waits until a webhook's deliveries have been attempted so often, and what came of it is written. */
async function attempted(webhookId: number, attempts: number) {
  await until(async () => {
    const rows = await deliveriesOf(app, webhookId)
    return rows.length > 0 && rows.every((row) => row.attempts >= attempts && !isUnderWay(row))
  })
  return deliveriesOf(app, webhookId)
}

/** While an attempt is under way its lease is seen as the time of the next. */
const isUnderWay = ({ status, due_at: dueAt }: { status: string; due_at: Date | null }): boolean =>
  status === 'pending' && dueAt !== null && dueAt.getTime() - app.clock.now().getTime() <= 15_000

describe('a delivery', () => {
  test('is a POST with the body and the headers of the reference', async () => {
    const tenant = await app.tenant()
    await using host = await receiver()
    const { id, secret } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/in?a=b`)
    await happen(app, tenant.workspaceId)
    const [row] = await attempted(id, 1)
    const [got] = host.received as [Received]
    expect(got.path).toBe('/in?a=b')
    expect(JSON.parse(got.body)).toEqual({
      event: 'file.created',
      workspace_id: tenant.workspaceId,
      timestamp: app.clock.now().toISOString(),
      data: { id: 'a', name: 'Ü.txt' },
    })
    expect(got.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Bureau-Webhooks/1.0',
      'webhook-id': expect.any(String) as string,
      'webhook-signature': expect.stringMatching(/^v1,/) as string,
      'webhook-timestamp': expect.any(String) as string,
      'x-service-event': 'file.created',
      'x-service-signature': signed(secret, got.body),
      'x-service-delivery': `${row?.id}`,
      'content-length': `${Buffer.byteLength(got.body)}`,
      host: `hooks.test:${host.port}`,
      connection: 'keep-alive',
    })
    expect(got.headers['x-service-signature']).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([200, 201, 204, 299])('answered %i within 5 seconds is delivered', async (status) => {
    const tenant = await app.tenant()
    await using host = await receiver(answer(status))
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await happen(app, tenant.workspaceId)
    const now = app.clock.now()
    expect(await attempted(id, 1)).toMatchObject([
      {
        status: 'delivered',
        attempts: 1,
        response_status: status,
        last_error: null,
        delivered_at: now,
        due_at: null,
      },
    ])
    expect(await webhookState(app, id)).toEqual({
      active: true,
      last_status: status,
      last_error: null,
      last_delivered_at: now,
    })
  })

  test.each([301, 304, 400, 404, 410, 429, 500, 503])('answered %i stays pending', async (status) => {
    const tenant = await app.tenant()
    await using host = await receiver((response) =>
      response.writeHead(status, { Location: `https://127.0.0.1:${host.port}/private` }).end(),
    )
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await happen(app, tenant.workspaceId)
    const [row] = await attempted(id, 1)
    expect(row).toMatchObject({ status: 'pending', attempts: 1, response_status: status, delivered_at: null })
    expect(row?.last_error).toContain(`answered ${status}`)
    expect(await webhookState(app, id)).toMatchObject({ last_status: status, last_error: row?.last_error })
    expect(host.received.map(({ path }) => path)).toEqual(['/'])
  })

  test('to a destination that is not public any more stays pending', async () => {
    const tenant = await app.tenant()
    const { id } = await addWebhook(app, tenant, 'https://inside.hooks.test/')
    await happen(app, tenant.workspaceId)
    expect(await attempted(id, 1)).toMatchObject([
      { status: 'pending', response_status: null, last_error: 'The host is not on the public internet.' },
    ])
  })

  test('is retried after 1 min, 5 min, 15 min, 1 h and 6 h, never early, then failed', async () => {
    const tenant = await app.tenant()
    await using host = await receiver(answer(500))
    const { id, secret } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await happen(app, tenant.workspaceId)
    for (const [index, minutes] of [1, 5, 15, 60, 360].entries()) {
      const [row] = await attempted(id, index + 1)
      const pauseMs = (row?.due_at?.getTime() ?? 0) - app.clock.now().getTime()
      expect(row).toMatchObject({ status: 'pending', attempts: index + 1 })
      expect(pauseMs).toBeGreaterThanOrEqual(minutes * minuteMs)
      expect(pauseMs).toBeLessThanOrEqual(minutes * minuteMs * 1.05)
      app.clock.advance(pauseMs)
    }
    const [row] = await attempted(id, 6)
    expect(row).toMatchObject({ status: 'failed', attempts: 6, due_at: null, response_status: 500 })
    expect(host.received).toHaveLength(6)
    expect(new Set(host.received.map(({ delivery }) => delivery)).size).toBe(1)
    for (const { body, headers } of host.received)
      expect(headers['x-service-signature']).toBe(signed(secret, body))
    const stamps = host.received.map(({ body }) => (JSON.parse(body) as { timestamp: string }).timestamp)
    expect(new Set(stamps).size).toBe(6)
  })

  test('goes on after a restart of the worker, and when the lease of a dead one is over', async () => {
    const tenant = await app.tenant()
    await using host = await receiver()
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await app.stopEngine()
    await happen(app, tenant.workspaceId, { times: 2 })
    // As a worker leaves it that dies in the middle of an attempt.
    await app.context.database.run(sql`
      update webhooks.delivery set lane = null, claim_id = 0, attempts = 1, due_at = ${new Date(app.clock.now().getTime() + 15_000)}
       where id = (select min(id) from webhooks.delivery where webhook_id = ${id})`)
    app.startEngine()
    // Written down too, because the lease of an attempt under way would also be over.
    await until(async () => (await deliveriesOf(app, id)).some(({ status }) => status === 'delivered'))
    expect(host.received).toHaveLength(1)
    app.clock.advance(15_000)
    await until(async () => (await deliveriesOf(app, id)).every(({ status }) => status === 'delivered'))
    expect((await deliveriesOf(app, id)).map(({ attempts }) => attempts)).toEqual([2, 1])
  })

  test('whose last attempt a dead worker left open has failed', async () => {
    const tenant = await app.tenant()
    await using host = await receiver()
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await app.stopEngine()
    await happen(app, tenant.workspaceId)
    await app.context.database.run(sql`
      update webhooks.delivery set lane = null, claim_id = 0, attempts = 6, due_at = ${app.clock.now()}
       where webhook_id = ${id}`)
    app.startEngine()
    await until(async () => (await deliveriesOf(app, id)).every(({ status }) => status === 'failed'))
    expect(await deliveriesOf(app, id)).toMatchObject([
      { attempts: 6, last_error: expect.stringContaining('interrupted') },
    ])
    expect(host.received).toEqual([])
  })
})

describe('deliveries end', () => {
  test('at their next claim when the webhook is switched off, and say why', async () => {
    const tenant = await app.tenant()
    await using host = await receiver(answer(500))
    const { id } = await addWebhook(app, tenant, `https://hooks.test:${host.port}/`)
    await happen(app, tenant.workspaceId)
    await attempted(id, 1)
    await app.context.database.run(sql`update webhooks.webhook set active = false where id = ${id}`)
    await happen(app, tenant.workspaceId)
    expect(await deliveriesOf(app, id)).toMatchObject([{ status: 'pending' }])
    app.clock.advance(2 * minuteMs)
    await until(async () => (await deliveriesOf(app, id)).every(({ status }) => status === 'failed'))
    expect(await deliveriesOf(app, id)).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringContaining('switched off') },
    ])
    expect(host.received).toHaveLength(1)
  })
})
