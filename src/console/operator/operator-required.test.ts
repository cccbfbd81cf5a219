import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { endOperator } from '../../identity/operator/change-operators.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { operatorEndpoints } from './endpoints.ts'
import { operator } from './operator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function expectRefused(browser: Browser, ids: readonly string[]): Promise<void> {
  for (const { id, definition } of operatorEndpoints) {
    if (!ids.includes(id)) continue
    const { method, path } = definition
    const body = method === 'GET' ? undefined : {}
    const answer = await browser.refusal(method, path.replaceAll(/\{\w+\}/g, '1'), body)
    expect(answer, id).toEqual([403, 'operator_required'])
  }
}

describe('a person who is no operator', () => {
  test.each([
    'getInstallationHealth, getMonthlyUsage, and listInstallationAudit are operator_required',
    'listProvisioningRequests, approveProvisioning, declineProvisioning, and revokeProvisioning are operator_required',
    'listPeople, getPerson, createPerson, updatePerson, mailResetLink, and endPersonSessions are operator_required',
    'listPlans, createPlan, and updatePlan are operator_required',
    'listWorkspaces, getWorkspace, createWorkspace, and updateWorkspace are operator_required',
    'listMails, getMail, resendMail, sendTestMail, listJobs, and retryJob are operator_required',
  ])('%s', async (title) => {
    await expectRefused(await logIn(app, (await app.tenant()).userId), title.match(/\w+/g) ?? [])
  })
})

describe('an operator who stops being one', () => {
  test('is refused from the next request on', async () => {
    await operator(app)
    const browser = await operator(app)
    expect((await browser.call('GET', '/operator/plans')).status).toBe(200)
    await inForce(app.context, (tx) => endOperator(tx, browser.userId, {}))
    await expectRefused(
      browser,
      operatorEndpoints.map(({ id }) => id),
    )
  })
})
