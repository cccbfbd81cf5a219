import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveriesOf, happen, receiver } from '../../webhooks/delivery/receiver.testing.ts'
import { changingReceiver, deliveriesApp, type DeliveriesApp } from './deliveries.testing.ts'

let app: DeliveriesApp
beforeAll(async () => {
  app = await deliveriesApp()
})
afterAll(() => app.close())

const minuteMs = 60_000

describe('resendDelivery', () => {
  test('sends a failed delivery again, with its ID, and counts its attempts on', async () => {
    await using host = await changingReceiver(200)
    const hook = await app.hook(host.port)
    const [id] = await app.ended(hook, ['failed'])
    const answer = await hook.owner.call('POST', `${hook.path}/deliveries/${id}/resend`)
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { data: { id, status: 'pending', attempts: 6 } },
    ])
    expect(await app.settled(hook, 'delivered')).toMatchObject([{ id, attempts: 7, last_error: null }])
    expect(host.received.map(({ delivery }) => delivery)).toEqual([id])
    expect(await app.audited(hook)).toContainEqual({
      action: 'delivery.resend',
      target: `delivery:${id}`,
      actor: 'person',
      user_id: hook.tenant.userId,
      outcome: 'ok',
    })
  })

  test('retries on the usual schedule from its beginning', async () => {
    await using host = await changingReceiver(500)
    const hook = await app.hook(host.port)
    const [id] = await app.ended(hook, ['failed'])
    await hook.owner.data('POST', `${hook.path}/deliveries/${id}/resend`)
    await expect.poll(() => host.received.length).toBe(1)
    const next = async () => {
      const [row] = await deliveriesOf(app, hook.id)
      return [
        row?.status,
        row?.attempts,
        (row?.due_at?.getTime() ?? 0) - app.clock.now().getTime() >= minuteMs,
      ]
    }
    await expect.poll(next).toEqual(['pending', 7, true])
    host.answers(200)
    app.clock.advance(2 * minuteMs)
    expect(await app.settled(hook, 'delivered')).toMatchObject([{ id, attempts: 8 }])
  })

  test('sends a delivered one again too', async () => {
    await using host = await receiver()
    const hook = await app.hook(host.port)
    await happen(app, hook.tenant.workspaceId)
    const [row] = await app.settled(hook, 'delivered')
    await hook.owner.data('POST', `${hook.path}/deliveries/${row?.id}/resend`)
    await expect.poll(() => host.received.map(({ delivery }) => delivery)).toEqual([row?.id, row?.id])
  })

  test('is delivery_pending until it has ended, so that one of ten at once queues it', async () => {
    const hook = await app.hook()
    await app.stopEngine()
    const [id] = await app.ended(hook, ['failed'])
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => hook.owner.refusal('POST', `${hook.path}/deliveries/${id}/resend`)),
    )
    app.startEngine()
    expect(answers.filter(([status]) => status === 202)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'delivery_pending')).toHaveLength(9)
    const audited = await app.audited(hook)
    expect(audited.filter(({ action }) => action === 'delivery.resend')).toHaveLength(1)
  })

  test('is webhook_inactive while the webhook is switched off', async () => {
    const hook = await app.hook()
    const [id] = await app.ended(hook, ['failed'])
    await app.switchOff(hook)
    const path = `${hook.path}/deliveries/${id}/resend`
    expect(await hook.owner.refusal('POST', path)).toEqual([409, 'webhook_inactive'])
  })

  test('is not_admin for a member', async () => {
    const hook = await app.hook()
    const [id] = await app.ended(hook, ['failed'])
    const member = await app.memberOf(hook)
    expect(await member.refusal('POST', `${hook.path}/deliveries/${id}/resend`)).toEqual([403, 'not_admin'])
  })

  test('is not_found for a delivery of another webhook and for an unknown or malformed ID', async () => {
    const [{ owner, path }, foreign] = [await app.hook(), await app.hook()]
    const [other] = await app.ended(foreign, ['failed'])
    for (const unknown of [other, 987_654_321, 'abc'])
      expect(await owner.refusal('POST', `${path}/deliveries/${unknown}/resend`)).toEqual([404, 'not_found'])
  })
})
