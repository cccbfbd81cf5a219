import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { sql } from '../../platform/database/sql.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

describe('getWebhook', () => {
  test('shows the webhook as createWebhook returned it, without the secret', async () => {
    const created = await hooks.create()
    const { webhook, secret } = dataOf(created) as unknown as { webhook: { id: number }; secret: string }
    const answer = await hooks.api('GET', `/webhooks/${webhook.id}`)
    expect([answer.status, answer.body]).toEqual([200, { data: webhook }])
    expect(answer.text).not.toContain(secret)
  })

  test('shows how the last attempt ended', async () => {
    const { id } = await hooks.made()
    await hooks.app.context.database.run(sql`
      update webhooks.webhook set last_status = 503, last_error = 'Busy.', last_delivered_at = '2026-03-04T06:00:00Z'
       where id = ${id}`)
    expect(dataOf(await hooks.api('GET', `/webhooks/${id}`))).toMatchObject({
      last_status: 503,
      last_error: 'Busy.',
      last_delivered_at: '2026-03-04 06:00:00',
    })
  })

  test('is for members too', async () => {
    const { id } = await hooks.made()
    expect((await (await hooks.callerAs('member'))('GET', `/webhooks/${id}`)).status).toBe(200)
  })

  test('of another workspace, of an unknown or of a malformed id is not_found', async () => {
    const foreign = await hooks.made({}, (await hooks.ofOther()).api)
    for (const id of [foreign.id, 987_654_321, 'abc', '-1', '1e3', '0', '1.5', '99999999999999999999'])
      expect(refusalOf(await hooks.api('GET', `/webhooks/${id}`))).toEqual([404, 'not_found'])
  })

  test('is out_of_scope for a folder key', async () => {
    const { id } = await hooks.made()
    const call = await hooks.folderKey()
    expect(refusalOf(await call('GET', `/webhooks/${id}`))).toEqual([403, 'out_of_scope'])
  })
})
