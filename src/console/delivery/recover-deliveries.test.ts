import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiver } from '../../webhooks/delivery/receiver.testing.ts'
import { deliveriesApp, type DeliveriesApp, type Hook } from './deliveries.testing.ts'

let app: DeliveriesApp
beforeAll(async () => {
  app = await deliveriesApp()
})
afterAll(() => app.close())

const recover = ({ owner, path }: Hook, since: Date) =>
  owner.call('POST', `${path}/recover`, { since: since.toISOString() })

describe('recoverDeliveries', () => {
  test('queues what failed since a time, each once', async () => {
    await using host = await receiver()
    const hook = await app.hook(host.port)
    await app.ended(hook, ['failed', 'failed'])
    app.clock.advance(60_000)
    const since = app.clock.now()
    const ids = await app.ended(hook, ['failed', 'delivered', 'failed'])
    app.clock.advance(60_000)
    const answers = await Promise.all([recover(hook, since), recover(hook, since), recover(hook, since)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const counts = answers.map(({ body }) => (body as { data: { count: number } }).data.count)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 2])
    await expect
      .poll(() => host.received.map(({ delivery }) => delivery).toSorted((a, b) => a - b))
      .toEqual([ids[0], ids[2]])
    expect(await app.audited(hook)).toContainEqual({
      action: 'delivery.recover',
      target: `webhook:${hook.id}`,
      actor: 'person',
      user_id: hook.tenant.userId,
      outcome: 'ok',
    })
  })

  test('queues at most 10,000 with a call, the oldest first', async () => {
    const hook = await app.hook()
    await app.stopEngine()
    await app.ended(
      hook,
      Array.from({ length: 10_001 }, () => 'failed' as const),
    )
    const counts = []
    for (let call = 0; call < 3; call++) counts.push((await recover(hook, app.clock.now())).body)
    expect(counts).toEqual([10_000, 1, 0].map((count) => ({ data: { count } })))
    await app.context.database.transaction((tx) =>
      tx.run({ text: 'delete from webhooks.webhook where id = $1', values: [hook.id] }),
    )
    app.startEngine()
  })

  test('takes any time, with an offset too', async () => {
    const hook = await app.hook()
    for (const since of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-03-04T05:06:07+01:00'])
      expect((await hook.owner.call('POST', `${hook.path}/recover`, { since })).status).toBe(202)
  })

  test('is invalid_request without a time', async () => {
    const { owner, path } = await app.hook()
    for (const body of [{}, { since: 'yesterday' }, { since: 7 }, { since: '2026-02-30T00:00:00Z' }])
      expect(await owner.refusal('POST', `${path}/recover`, body)).toEqual([400, 'invalid_request'])
  })

  test('is webhook_inactive while the webhook is switched off', async () => {
    const hook = await app.hook()
    await app.switchOff(hook)
    const { status, body } = await recover(hook, app.clock.now())
    expect([status, body]).toMatchObject([409, { error: { code: 'webhook_inactive' } }])
  })

  test('is not_admin for a member, whatever they send', async () => {
    const hook = await app.hook()
    const member = await app.memberOf(hook)
    expect(await member.refusal('POST', `${hook.path}/recover`, {})).toEqual([403, 'not_admin'])
  })

  test('is not_found for a webhook of another workspace and for an unknown ID', async () => {
    const [mine, foreign] = [await app.hook(), await app.hook()]
    for (const id of [foreign.id, 987_654_321, 'abc']) {
      const path = `/workspaces/${mine.tenant.workspaceId}/webhooks/${id}`
      const { status, body } = await recover({ ...mine, path }, app.clock.now())
      expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }])
    }
  })
})
