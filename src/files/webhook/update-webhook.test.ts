import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { inForce } from '../../identity/in-force.ts'
import { addMember, removeMember } from '../../identity/member/change-members.ts'
import { hookUrl, webhooksApp, type ShownWebhook, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
let webhook: ShownWebhook
beforeAll(async () => {
  hooks = await webhooksApp()
  webhook = await hooks.made()
})
afterAll(() => hooks.app.close())

const change = (body: object, id: number | string = webhook.id, call = hooks.api) =>
  call('PATCH', `/webhooks/${id}`, body)
const shown = async () => dataOf(await hooks.api('GET', `/webhooks/${webhook.id}`))

describe('updateWebhook', () => {
  test('changes name, url, events and active, each alone, and answers 200 with the webhook', async () => {
    const changes = {
      name: 'Renamed',
      url: 'https://93.184.215.14:8443/x?y=1',
      events: ['folder.created', 'member.added'],
      active: false,
    }
    let expected = await shown()
    for (const [field, value] of Object.entries(changes)) {
      expected = { ...expected, [field]: value }
      const answer = await change({ [field]: value })
      expect([answer.status, answer.body]).toEqual([200, { data: expected }])
    }
    expect(await shown()).toEqual(expected)
  })

  test('ignores other fields', async () => {
    const before = await shown()
    const other = {
      id: 1,
      workspace_id: 1,
      created_by: 1,
      secret: 'f'.repeat(64),
      last_status: 200,
      foo: 'bar',
    }
    for (const body of [{}, other, { ...other, last_error: 'x', created_at: '2001-01-01' }])
      expect(dataOf(await change(body))).toEqual(before)
  })

  test('refuses the same values as createWebhook as invalid_webhook, and changes nothing', async () => {
    const before = await shown()
    const bad = [
      { name: '' },
      { name: 'x'.repeat(121) },
      { name: null },
      { url: 'http://hooks.example/' },
      { url: 'https://127.0.0.1/' },
      { url: 'https://[::ffff:10.0.0.1]/' },
      { url: 'https://mixed.example/' },
      { url: 'https://unknown.example/' },
      { url: 'https://hooks.example:25/' },
      { url: `${hookUrl}?`.padEnd(2049, 'x') },
      { url: null },
      { events: [] },
      { events: ['share.expired'] },
      { events: ['*', 'file.created'] },
      { active: 'no' },
      { name: 'Fine', url: 'https://169.254.169.254/' },
    ]
    for (const body of bad) expect(refusalOf(await change(body))).toEqual([400, 'invalid_webhook'])
    expect(await shown()).toEqual(before)
  })

  test('is not_found for a webhook of another workspace and for an unknown or malformed id', async () => {
    const foreign = await hooks.made({}, (await hooks.ofOther()).api)
    for (const id of [foreign.id, 987_654_321, 'abc', '1.5'])
      expect(refusalOf(await change({ name: 'x' }, id))).toEqual([404, 'not_found'])
  })

  test('is not_admin for a member and works for an admin', async () => {
    const [member, admin] = [await hooks.callerAs('member'), await hooks.callerAs('admin')]
    expect(refusalOf(await change({ name: 'x' }, webhook.id, member))).toEqual([403, 'not_admin'])
    expect((await change({ name: 'By an admin' }, webhook.id, admin)).status).toBe(200)
  })

  test('lets an admin turn on a webhook whose creator has left, and makes them its creator', async () => {
    const { app, tenant } = hooks
    const { workspaceId } = tenant
    const { id: userId } = await app.member(workspaceId, 'admin')
    const { id: otherId } = await app.member(workspaceId, 'admin')
    const [creator, other] = [await hooks.callerOf({ userId }), await hooks.callerOf({ userId: otherId })]
    const { id } = await hooks.made({}, creator)
    const leave = (leaving: number) =>
      inForce(app.context, (tx) => removeMember(tx, { workspaceId, userId: leaving }))
    await leave(userId)
    await inForce(app.context, (tx) => addMember(tx, { workspaceId, userId, role: 'member' }))
    const back = await hooks.callerOf({ userId })
    expect(refusalOf(await change({ active: true }, id, back))).toEqual([403, 'not_admin'])
    await leave(userId)
    expect(dataOf(await change({ name: 'Still off' }, id))).toMatchObject({ active: false })
    expect(dataOf(await change({ active: true }, id, other))).toMatchObject({
      active: true,
      last_error: null,
    })
    await leave(otherId)
    expect(dataOf(await hooks.api('GET', `/webhooks/${id}`))).toMatchObject({
      active: false,
      last_error: expect.stringContaining('has left the workspace') as string,
    })
  })

  test('leaves a webhook to its creator when another admin turns it off and on', async () => {
    const { app, tenant } = hooks
    const { id: userId } = await app.member(tenant.workspaceId, 'admin')
    const { id } = await hooks.made({}, await hooks.callerOf({ userId }))
    for (const active of [false, true]) await change({ active }, id)
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId }))
    expect(dataOf(await hooks.api('GET', `/webhooks/${id}`))).toMatchObject({ active: false })
  })

  test('is out_of_scope for a folder key', async () => {
    const call = await hooks.folderKey()
    expect(refusalOf(await change({ name: 'x' }, webhook.id, call))).toEqual([403, 'out_of_scope'])
  })
})
