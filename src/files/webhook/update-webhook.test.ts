import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
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

  test('refuses what createWebhook refuses as invalid_webhook, and then changes nothing', async () => {
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

  test('is out_of_scope for a folder key', async () => {
    const call = await hooks.folderKey()
    expect(refusalOf(await change({ name: 'x' }, webhook.id, call))).toEqual([403, 'out_of_scope'])
  })
})
