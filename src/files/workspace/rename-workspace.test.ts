import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, jsonCaller, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, api } = await filesApp())
})
afterAll(() => app.close())

const rename = (call: typeof api, id: number | string, body: object) =>
  call('PATCH', `/workspaces/${id}`, body)

describe('renameWorkspace', () => {
  test('answers 200 with it and notifies subscribers of *', async () => {
    const answer = await rename(api, tenant.workspaceId, { name: 'Renamed' })
    expect([answer.status, dataOf(answer)['name']]).toEqual([200, 'Renamed'])
    expect(dataOf(await api('GET', `/workspaces/${tenant.workspaceId}`))).toEqual(dataOf(answer))
    const event = await app.context.database.one(sql`
      select name, data, wildcard_only from platform.event
      where workspace_id = ${tenant.workspaceId} order by id desc limit 1`)
    expect(event).toEqual({ name: 'workspace.renamed', data: dataOf(answer), wildcard_only: true })
  })

  test('to the name that it has answers alike and emits nothing', async () => {
    const before = await rename(api, tenant.workspaceId, { name: 'Steady' })
    const count = () =>
      app.context.database.one(sql`
        select count(*) from platform.event where workspace_id = ${tenant.workspaceId}`)
    const events = await count()
    const again = await rename(api, tenant.workspaceId, { name: 'Steady' })
    expect([again.status, dataOf(again)]).toEqual([200, dataOf(before)])
    expect(await count()).toEqual(events)
  })

  test('takes 100 characters and refuses anything else as rename_failed', async () => {
    expect((await rename(api, tenant.workspaceId, { name: '🏢'.repeat(100) })).status).toBe(200)
    for (const name of ['', ' ', 'x'.repeat(101), 'a\tb', 5, null, {}, []])
      expect(refusalOf(await rename(api, tenant.workspaceId, { name }))).toEqual([400, 'rename_failed'])
  })

  test('without a name is no_changes', async () => {
    for (const body of [{}, { ein: '123456789' }])
      expect(refusalOf(await rename(api, tenant.workspaceId, body))).toEqual([400, 'no_changes'])
  })

  test('of one that the key is not bound to is cross_workspace', async () => {
    expect(refusalOf(await rename(api, tenant.personalId, { name: 'x' }))).toEqual([403, 'cross_workspace'])
  })

  test('is workspace_not_found for any other, existing or not', async () => {
    const other = await app.tenant()
    const unknown = await rename(api, 987654321, { name: 'x' })
    expect(refusalOf(unknown)).toEqual([404, 'workspace_not_found'])
    for (const id of [other.workspaceId, 'x', '0', '-1', '%00'])
      expect((await rename(api, id, { name: 'x' })).body).toEqual(unknown.body)
  })

  test('by a member is not_admin, by an admin allowed', async () => {
    for (const [role, status] of [
      ['member', 403],
      ['admin', 200],
    ] as const) {
      const { id } = await app.member(tenant.workspaceId, role)
      const call = jsonCaller(app, (await tenant.key('files', { userId: id })).key)
      const answer = await rename(call, tenant.workspaceId, { name: `By ${role}` })
      expect(answer.status).toBe(status)
      if (status === 403) expect(refusalOf(answer)).toEqual([403, 'not_admin'])
    }
  })

  test('by a folder-scoped key is out_of_scope', async () => {
    const folder = await filesClient(app, (await tenant.key('files')).key).folder('scope')
    const scoped = jsonCaller(app, (await tenant.key('files', { folderId: folder.id })).key)
    expect(refusalOf(await rename(scoped, tenant.workspaceId, { name: 'x' }))).toEqual([403, 'out_of_scope'])
  })
})
