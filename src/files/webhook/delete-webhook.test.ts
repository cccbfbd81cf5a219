import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { auditOf } from '../../../test/iam-app.ts'
import { sql } from '../../platform/database/sql.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

const remove = (id: number | string, call = hooks.api) => call('DELETE', `/webhooks/${id}`)

describe('deleteWebhook', () => {
  test('answers 204 without a body; the webhook and its deliveries are gone', async () => {
    const { id } = await hooks.made()
    await hooks.files.file('x', 'told.txt')
    const answer = await remove(id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await hooks.api('GET', `/webhooks/${id}`)).status).toBe(404)
    const left = await hooks.app.context.database.rows(sql`
      select from webhooks.delivery where webhook_id = ${id}`)
    expect(left).toEqual([])
  })

  test('is not_found the second time, for another workspace, and for an unknown or malformed id', async () => {
    const { id } = await hooks.made()
    await remove(id)
    const foreign = await hooks.made({}, (await hooks.ofOther()).api)
    for (const each of [id, foreign.id, 987_654_321, 'abc'])
      expect(refusalOf(await remove(each))).toEqual([404, 'not_found'])
  })

  test('is not_admin for a member, out_of_scope for a folder key, and works for an admin', async () => {
    const { id } = await hooks.made()
    expect(refusalOf(await remove(id, await hooks.callerAs('member')))).toEqual([403, 'not_admin'])
    expect(refusalOf(await remove(id, await hooks.folderKey()))).toEqual([403, 'out_of_scope'])
    expect((await remove(id, await hooks.callerAs('admin'))).status).toBe(204)
  })
  test('is in the audit log with the key, as are creation and change, but not refusals', async () => {
    const other = await hooks.ofOther()
    const { id } = await hooks.made({}, other.api)
    await other.api('PATCH', `/webhooks/${id}`, { active: false })
    await other.api('PATCH', `/webhooks/${id}`, { url: 'http://insecure.example' })
    await remove(id, other.api)
    await remove(id, other.api)
    const entry = (action: string) => ({
      actor: 'key',
      user_id: other.userId,
      by_key: true,
      action,
      target: `webhook:${id}`,
      outcome: 'ok',
      requested: true,
      address: '127.0.0.1',
    })
    expect(await auditOf(hooks.app, other.workspaceId)).toEqual(
      ['webhook.create', 'webhook.update', 'webhook.delete'].map(entry),
    )
  })
})
