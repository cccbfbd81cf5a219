import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleEvents } from '../../files/public.ts'
import { addWebhook, deliveriesOf, receiver, signed } from '../../webhooks/delivery/receiver.testing.ts'
import { deliveriesApp, type DeliveriesApp } from '../delivery/deliveries.testing.ts'

let app: DeliveriesApp
beforeAll(async () => {
  app = await deliveriesApp()
})
afterAll(() => app.close())

describe('testWebhook', () => {
  test('sends a signed sample, marked as a test, to this webhook only', async () => {
    await using host = await receiver()
    const hook = await app.hook(host.port)
    const other = await addWebhook(app, hook.tenant, `https://hooks.test:${host.port}/other`)
    const { status, body } = await hook.owner.call('POST', `${hook.path}/test`, { event: 'file.renamed' })
    expect([status, body]).toMatchObject([
      202,
      { data: { event: 'file.renamed', test: true, status: 'pending' } },
    ])
    const [row] = await app.settled(hook, 'delivered')
    expect(host.received).toMatchObject([{ path: '/', delivery: row?.id }])
    const [got] = host.received
    expect(JSON.parse(got?.body ?? '')).toMatchObject({
      event: 'file.renamed',
      workspace_id: hook.tenant.workspaceId,
      test: true,
      data: { type: 'file' },
    })
    expect(got?.headers['x-service-signature']).toBe(signed(hook.secret, got?.body ?? ''))
    expect(await deliveriesOf(app, other.id)).toEqual([])
    expect(await app.audited(hook)).toContainEqual({
      action: 'webhook.test',
      target: `webhook:${hook.id}`,
      actor: 'person',
      user_id: hook.tenant.userId,
      outcome: 'ok',
    })
  })

  test('takes every event that Bureau sends, and is invalid_request for others', async () => {
    const hook = await app.hook()
    for (const event of sampleEvents)
      expect((await hook.owner.call('POST', `${hook.path}/test`, { event })).status).toBe(202)
    for (const body of [{}, { event: 'file.eaten' }, { event: '*' }, { event: 'toString' }])
      expect(await hook.owner.refusal('POST', `${hook.path}/test`, body)).toEqual([400, 'invalid_request'])
  })

  test('is webhook_inactive while the webhook is switched off', async () => {
    const hook = await app.hook()
    await app.switchOff(hook)
    expect(await hook.owner.refusal('POST', `${hook.path}/test`, { event: 'file.created' })).toEqual([
      409,
      'webhook_inactive',
    ])
  })

  test('is not_admin for a member, whatever they send', async () => {
    const hook = await app.hook()
    const member = await app.memberOf(hook)
    expect(await member.refusal('POST', `${hook.path}/test`, {})).toEqual([403, 'not_admin'])
  })

  test('is not_found for a webhook of another workspace and for an unknown ID', async () => {
    const [mine, foreign] = [await app.hook(), await app.hook()]
    for (const id of [foreign.id, 987_654_321, 'abc']) {
      const path = `/workspaces/${mine.tenant.workspaceId}/webhooks/${id}/test`
      expect(await mine.owner.refusal('POST', path, { event: 'file.created' })).toEqual([404, 'not_found'])
    }
  })
})

describe('changes of webhooks in the app', () => {
  test('are refused with the rule that a URL breaks, and the field', async () => {
    const { owner, tenant } = await app.hook()
    const path = `/workspaces/${tenant.workspaceId}/files/webhooks`
    for (const [url, message] of [
      ['http://hooks.test/', 'The URL must begin with https:// and name a host.'],
      ['https://10.0.0.1/', 'The host is not on the public internet.'],
    ]) {
      const { status, body } = await owner.call('POST', path, { name: 'New', url, events: ['*'] })
      const error = { code: 'invalid_webhook', message, details: { field: 'url' } }
      expect([status, body]).toEqual([400, { error }])
    }
  })

  test('are audited as those of the person', async () => {
    const hook = await app.hook()
    const { owner, tenant } = hook
    const path = `/workspaces/${tenant.workspaceId}/files/webhooks`
    const body = { name: 'New', url: 'https://hooks.test:4443/', events: ['*'] }
    const { webhook } = await owner.data<{ webhook: { id: number } }>('POST', path, body)
    await owner.data('PATCH', `${path}/${webhook.id}`, { name: 'Renamed' })
    await owner.data('DELETE', `${path}/${webhook.id}`)
    const common = { target: `webhook:${webhook.id}`, actor: 'person', user_id: tenant.userId, outcome: 'ok' }
    expect((await app.audited(hook)).slice(-3)).toEqual(
      ['webhook.create', 'webhook.update', 'webhook.delete'].map((action) => ({ action, ...common })),
    )
  })
})
