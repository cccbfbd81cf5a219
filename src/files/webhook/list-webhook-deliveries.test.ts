import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import type { Answer } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

const list = (id: number | string, query = '', call = hooks.api) =>
  call('GET', `/webhooks/${id}/deliveries${query}`)
const rowsOf = ({ body }: Answer) => (body as { data: readonly Record<string, unknown>[] }).data
const pending = {
  id: expect.any(Number) as number,
  event: 'file.created',
  status: 'pending',
  attempts: 0,
  response_status: null,
  last_error: null,
  created_at: '2026-03-04 05:06:07',
  delivered_at: null,
  next_attempt_at: null,
}

describe('listWebhookDeliveries', () => {
  test('shows a delivery as pending as soon as the change is made', async () => {
    const { id } = await hooks.made()
    expect((await list(id)).body).toEqual({ data: [], meta: { webhook_id: id, limit: 30 } })
    await hooks.files.file('x', 'told.txt')
    expect((await list(id)).body).toEqual({ data: [pending], meta: { webhook_id: id, limit: 30 } })
  })

  test('shows next_attempt_at only while a retry is scheduled', async () => {
    const { id } = await hooks.made()
    for (let at = 0; at < 4; at++) await hooks.files.file('x', `${at}.txt`)
    const ids = rowsOf(await list(id)).map((row) => Number(row['id']))
    const [underWay, retried, delivered, failed] = ids as [number, number, number, number]
    const { database } = hooks.app.context
    await database.run(
      sql`update webhooks.delivery set lane = null, attempts = 2, claim_id = 7 where id = ${underWay}`,
    )
    await database.run(sql`
      update webhooks.delivery set lane = null, attempts = 1, response_status = 500, last_error = 'It answered 500.',
        due_at = '2026-03-04T05:07:07Z' where id = ${retried}`)
    await database.run(sql`
      update webhooks.delivery set lane = null, attempts = 1, status = 'delivered', response_status = 204,
        delivered_at = '2026-03-04T05:06:08Z', due_at = null where id = ${delivered}`)
    await database.run(sql`
      update webhooks.delivery set lane = null, attempts = 6, status = 'failed', last_error = 'The connection was refused.',
        due_at = null where id = ${failed}`)
    expect(rowsOf(await list(id))).toEqual([
      { ...pending, attempts: 2 },
      {
        ...pending,
        attempts: 1,
        response_status: 500,
        last_error: 'It answered 500.',
        next_attempt_at: '2026-03-04 05:07:07',
      },
      {
        ...pending,
        attempts: 1,
        status: 'delivered',
        response_status: 204,
        delivered_at: '2026-03-04 05:06:08',
      },
      { ...pending, attempts: 6, status: 'failed', last_error: 'The connection was refused.' },
    ])
  })

  test('has the newest first: 30 by default, 1 to 200 with limit, and invalid_paging beyond', async () => {
    const { id } = await hooks.made({ active: false })
    const { workspaceId } = hooks.tenant
    await hooks.app.context.database.run(sql`
      insert into webhooks.delivery (webhook_id, workspace_id, event, data, due_at, created_at)
      select ${id}, ${workspaceId}, 'file.created', '{}', now(), now() from generate_series(1, 210)`)
    const ids = rowsOf(await list(id, '?limit=200')).map((row) => Number(row['id']))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(ids).toHaveLength(200)
    for (const [query, count] of [
      ['', 30],
      ['?limit=1', 1],
    ] as const)
      expect(rowsOf(await list(id, query)).map((row) => row['id'])).toEqual(ids.slice(0, count))
    for (const limit of ['0', '201', '-1', 'x', ''])
      expect(refusalOf(await list(id, `?limit=${limit}`))).toEqual([400, 'invalid_paging'])
  })

  test('is not_found for a webhook of another workspace and for an unknown or malformed id', async () => {
    const foreign = await hooks.made({}, (await hooks.ofOther()).api)
    for (const id of [foreign.id, 987_654_321, 'abc', '0'])
      expect(refusalOf(await list(id))).toEqual([404, 'not_found'])
  })

  test('is for members too, and out_of_scope for a folder key', async () => {
    const { id } = await hooks.made()
    expect((await list(id, '', await hooks.callerAs('member'))).status).toBe(200)
    expect(refusalOf(await list(id, '', await hooks.folderKey()))).toEqual([403, 'out_of_scope'])
  })
})
