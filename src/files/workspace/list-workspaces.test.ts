import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, type ShownList } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, jsonCaller, type FilesApp } from '../../../test/files-app.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, api } = await filesApp())
})
afterAll(() => app.close())

const list = async (call: typeof api, query = '') =>
  (await call('GET', `/workspaces${query}`)).body as ShownList

describe('listWorkspaces', () => {
  test('shows every one that the person belongs to, with role', async () => {
    const { data, meta } = await list(api)
    expect(data.map(({ id, type, role }) => [id, type, role])).toEqual([
      [tenant.personalId, 'personal', 'owner'],
      [tenant.workspaceId, 'org', 'owner'],
    ])
    expect(meta).toEqual({ total: 2, offset: 0, limit: 20, next_offset: null })
  })

  test('shows the role of a member, and no workspaces that they do not belong to', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const call = jsonCaller(app, (await tenant.key('files', { userId: id })).key)
    expect((await list(call)).data.map(({ role, type }) => [role, type])).toEqual([
      ['member', 'org'],
      ['owner', 'personal'],
    ])
  })

  test('is paged, invalid_paging with a bad limit', async () => {
    const { data, meta } = await list(api, '?limit=1')
    expect([data.length, meta.next_offset]).toEqual([1, 1])
    expect((await list(api, '?limit=1&offset=1')).data[0]?.id).toBe(tenant.workspaceId)
    expect(refusalOf(await api('GET', '/workspaces?limit=0'))).toEqual([400, 'invalid_paging'])
  })
})
