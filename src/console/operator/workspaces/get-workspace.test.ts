import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('getWorkspace', () => {
  test('has members with roles, and counts of keys, files, and folders', async () => {
    const tenant = await app.tenant()
    const { id } = await app.member(tenant.workspaceId, 'admin')
    await tenant.key('sms')
    expect(await browser.data('GET', `/operator/workspaces/${tenant.workspaceId}`)).toMatchObject({
      id: tenant.workspaceId,
      members: 2,
      keys: 1,
      files: 0,
      folders: 0,
      people: [
        { id: tenant.userId, role: 'owner', disabled: false },
        { id, role: 'admin', first_name: 'Pat' },
      ],
    })
  })

  test('is workspace_not_found for one that does not exist, and for what is no id', async () => {
    for (const id of [99_999_999, 'x'])
      expect(await browser.refusal('GET', `/operator/workspaces/${id}`)).toEqual([404, 'workspace_not_found'])
  })
})
