import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveProvisioning,
  declineProvisioning,
  revokeProvisioning,
} from '../../identity/approval/change-approval.ts'
import { inForce } from '../../identity/in-force.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { makePerson } from '../../account/account.testing.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getProvisioningAccess', () => {
  test('is none, requested, approved, revoked, or declined', async () => {
    const { id } = await makePerson(app)
    const browser = await logIn(app, id)
    const state = async () => (await browser.data<{ state: string }>('GET', '/me/provisioning-access')).state
    expect(await browser.data('GET', '/me/provisioning-access')).toEqual({
      state: 'none',
      company: null,
      purpose: null,
      monthly_accounts: null,
      requested_at: null,
      approved_at: null,
      declined_at: null,
      revoked_at: null,
    })
    const request = { company: 'Lee & Sons', purpose: 'Our shops', monthly_accounts: 50 }
    await browser.data('POST', '/me/provisioning-access', request)
    expect(await browser.data('GET', '/me/provisioning-access')).toMatchObject({
      state: 'requested',
      ...request,
    })
    await inForce(app.context, (tx) => declineProvisioning(tx, id))
    expect(await state()).toBe('declined')
    await browser.data('POST', '/me/provisioning-access', request)
    await inForce(app.context, (tx) => approveProvisioning(tx, id))
    expect(await state()).toBe('approved')
    await inForce(app.context, (tx) => revokeProvisioning(tx, id))
    expect(await state()).toBe('revoked')
  })
})
