import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, type FilesApp } from '../../../test/files-app.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, api } = await filesApp())
})
afterAll(() => app.close())

describe('getWorkspace', () => {
  test('shows a workspace to a person who belongs to it, without a role', async () => {
    expect(dataOf(await api('GET', `/workspaces/${tenant.personalId}`))).toEqual({
      id: tenant.personalId,
      name: expect.any(String),
      type: 'personal',
      owner_id: tenant.userId,
      storage: { used: 0, limit: 5 * 1024 ** 3, unlimited: false },
      created_at: '2026-03-04 05:06:07',
    })
  })

  test('is workspace_not_found for any other', async () => {
    const { workspaceId } = await app.tenant()
    for (const id of [workspaceId, 987654321, 'x', '1.5'])
      expect(refusalOf(await api('GET', `/workspaces/${id}`))).toEqual([404, 'workspace_not_found'])
  })
})
