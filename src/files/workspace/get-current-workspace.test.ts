import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { jsonCaller } from '../../../test/share-client.ts'
import { setQuota } from '../public.ts'

let app: TestApp
let tenant: Tenant
let api: ReturnType<typeof jsonCaller>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  api = jsonCaller(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

describe('the current workspace', () => {
  test('is the one of the key, with its storage for people', async () => {
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
})
