import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { logIn, type Browser } from '../console.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  const { workspaceId } = await app.tenant()
  browser = await logIn(app, (await app.member(workspaceId, 'member')).id)
})
afterAll(() => app.close())

const path = '/me/provisioning-access'
const request = { company: 'Lee & Sons', purpose: 'Accounts for our shops', monthly_accounts: 50 }

describe('requestProvisioningAccess', () => {
  test('records the request, and a later one replaces it', async () => {
    expect(await browser.data('POST', path, request)).toMatchObject({ state: 'requested', ...request })
    const other = { ...request, monthly_accounts: 0, purpose: 'x'.repeat(2000), company: '🏢'.repeat(200) }
    expect(await browser.data('POST', path, other)).toMatchObject({ state: 'requested', ...other })
  })

  test('refuses fields that are missing, blank, too long, or no number as invalid_access_request', async () => {
    const bad = [
      { company: undefined },
      { company: ' ' },
      { company: 'a\nb' },
      { company: 'x'.repeat(201) },
      { purpose: '' },
      { purpose: 'x'.repeat(2001) },
      { monthly_accounts: -1 },
      { monthly_accounts: 1.5 },
      { monthly_accounts: '5' },
      { monthly_accounts: 1_000_001 },
    ]
    for (const fields of bad)
      expect(await browser.refusal('POST', path, { ...request, ...fields })).toEqual([
        400,
        'invalid_access_request',
      ])
  })

  test('is already_approved while an approval is in force', async () => {
    const approved = await logIn(app, (await app.tenant()).userId)
    expect(await approved.refusal('POST', path, request)).toEqual([409, 'already_approved'])
  })
})
