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

describe('createWorkspace', () => {
  test('creates an organization for a person and is audited', async () => {
    const { userId } = await app.tenant()
    const made = await browser.data<{ id: number }>('POST', '/operator/workspaces', {
      owner_id: userId,
      name: ' Lee & Sons ',
    })
    expect(made).toMatchObject({ name: 'Lee & Sons', type: 'org', owner: { id: userId }, members: 1 })
    expect(await doneBy(app, browser)).toEqual([`workspace.create workspace:${made.id}`])
  })

  test('is user_not_found for an owner who does not exist, and invalid_name for a bad name', async () => {
    const refusal = (body: object) => browser.refusal('POST', '/operator/workspaces', body)
    expect(await refusal({ owner_id: 99_999_999, name: 'A' })).toEqual([404, 'user_not_found'])
    for (const name of [undefined, '', 'a\nb', 'x'.repeat(101)])
      expect(await refusal({ owner_id: browser.userId, name })).toEqual([400, 'invalid_name'])
  })
})
