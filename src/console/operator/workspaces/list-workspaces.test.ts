import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { logIn } from '../../console.testing.ts'
import { operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Workspace {
  readonly id: number
}

describe('listWorkspaces', () => {
  test('has owner, members, storage, and quota, and pages by ID', async () => {
    const tenant = await app.tenant()
    await app.member(tenant.workspaceId, 'member')
    const { data, meta } = await pageOfList<Workspace>(browser, '/operator/workspaces?limit=2')
    expect(data[0]?.id).toBeGreaterThan(data[1]?.id ?? 0)
    const { data: rest } = await pageOfList<Workspace>(
      browser,
      `/operator/workspaces?before=${meta.next_before}`,
    )
    expect([...data, ...rest].find(({ id }) => id === tenant.workspaceId)).toMatchObject({
      name: `Organization of ${tenant.userId}`,
      type: 'org',
      owner: { id: tenant.userId, email: expect.stringContaining('@') as string },
      members: 2,
      used_bytes: 0,
      quota_bytes: 10 * 1024 ** 3,
    })
  })

  test('searches by the beginning of the name', async () => {
    const tenant = await app.tenant()
    const owner = await logIn(app, tenant.userId)
    await owner.data('PATCH', `/workspaces/${tenant.workspaceId}/files/workspaces/${tenant.workspaceId}`, {
      name: 'Zebra_Crossings',
    })
    const found = async (q: string) =>
      (await pageOfList<Workspace>(browser, `/operator/workspaces?q=${q}`)).data.map(({ id }) => id)
    expect(await found('zebra_')).toEqual([tenant.workspaceId])
    expect(await found('zebra%25')).toEqual([])
    expect(await found('crossings')).toEqual([])
  })
})
