import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('updateWorkspace', () => {
  test('sets the quota, null for none, and is audited', async () => {
    const { workspaceId } = await app.tenant()
    const path = `/operator/workspaces/${workspaceId}`
    expect(await browser.data('PATCH', path, { quota_bytes: 5 })).toMatchObject({ quota_bytes: 5 })
    expect(await browser.data('PATCH', path, { quota_bytes: null })).toMatchObject({ quota_bytes: null })
    const entry = `quota.set workspace:${workspaceId}`
    expect(await doneBy(app, browser)).toEqual([entry, entry])
    for (const quota of [undefined, -1, 1.5, '5', 2 ** 53])
      expect(await browser.refusal('PATCH', path, { quota_bytes: quota })).toEqual([400, 'invalid_request'])
  })

  test('is workspace_not_found for one that does not exist', async () => {
    expect(await browser.refusal('PATCH', '/operator/workspaces/99999999', { quota_bytes: 5 })).toEqual([
      404,
      'workspace_not_found',
    ])
  })
})
