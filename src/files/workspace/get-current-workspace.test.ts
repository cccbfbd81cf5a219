import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, jsonCaller, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, api } = await filesApp())
})
afterAll(() => app.close())

describe('getCurrentWorkspace', () => {
  test('returns the workspace of the key, with its storage in readable units', async () => {
    const current = dataOf(await api('GET', '/workspaces/current'))
    expect(current).toEqual({
      ...dataOf(await api('GET', `/workspaces/${tenant.workspaceId}`)),
      used_human: '0 B',
      limit_human: '10 GB',
    })
  })

  test('without a limit says so', async () => {
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: null })
    expect(dataOf(await api('GET', '/workspaces/current'))).toMatchObject({
      storage: { limit: null, unlimited: true },
      limit_human: 'Unlimited',
    })
  })

  test('is workspace_not_found when the person is removed at this moment', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const leaving = jsonCaller(app, (await tenant.key('files', { userId: id })).key)
    expect((await leaving('GET', '/workspaces/current')).status).toBe(200)
    let late: ReturnType<typeof leaving> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`lock table identity.workspace in access exclusive mode`)
      // The key has been accepted already, so this gets as far as the workspace.
      late = leaving('GET', '/workspaces/current')
      for (let waiting = 0; waiting === 0;) {
        await tx.run(sql`select pg_stat_clear_snapshot()`)
        const { count } = await tx.one<{ count: number }>(sql`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%identity.workspace%'`)
        waiting = count
      }
      await tx.run(
        sql`delete from identity.member where user_id = ${id} and workspace_id = ${tenant.workspaceId}`,
      )
    })
    expect(refusalOf((await late) ?? expect.unreachable())).toEqual([404, 'workspace_not_found'])
  })
})
