import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { duringChange } from '../../../test/during-change.ts'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { endOperator, makeOperator } from '../../identity/operator/change-operators.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { addJob } from './jobs/jobs.testing.ts'
import { operatorEndpoints } from '../operator-endpoints.ts'
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
    'listOperatorNumbers, getOperatorNumber, addNumber, updateNumber, removeNumber, enrolPhoneOfNumber, and disconnectPhoneOfNumber are operator_required',
    'listUnrouted, getUnrouted, suggestWorkspaces, and assignUnrouted are operator_required',
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

describe('an operator whose rights end during a request', () => {
  test('changes nothing: the request waits for the lock of operators and is refused', async () => {
    await operator(app)
    const browser = await operator(app)
    const { userId } = await app.tenant()
    for (const [method, path, body] of [
      ['PATCH', `/operator/people/${userId}`, { disabled: true }],
      ['POST', `/operator/provisioning/${userId}/revoke`, undefined],
      ['POST', '/operator/people', { email: 'late@example.org', first_name: 'Ann', last_name: 'Lee' }],
    ] as const) {
      const refused = await duringChange(
        app,
        (tx) => endOperator(tx, browser.userId, {}),
        () => browser.refusal(method, path, body),
      )
      expect(refused, path).toEqual([403, 'operator_required'])
      await inForce(app.context, (tx) => makeOperator(tx, browser.userId, {}))
    }
    expect(await browser.data('GET', `/operator/people/${userId}`)).toMatchObject({
      disabled_at: null,
      provisioning: 'approved',
    })
    expect(await browser.data('GET', '/operator/people?q=late@example.org')).toEqual([])
  })
})

describe('an operator', () => {
  test('never sees names of files, texts, recipients, or payloads of a workspace', async () => {
    const tenant = await app.tenant()
    const number = await simulatorNumber(app)
    const phone = newPhone()
    const sms = smsCaller(app, (await tenant.key('sms')).key)
    await sms.send({ to: [phone], body: 'Meet me at the harbor' })
    await filesClient(app, (await tenant.key('files')).key).file(Buffer.from('secret bytes'), 'merger.txt')
    await addJob(app, { failed: true })
    const browser = await operator(app)
    const ids = { user: tenant.userId, id: tenant.userId }
    const paths = [
      ...operatorEndpoints.map(({ definition: { method, path } }) =>
        method === 'GET' &&
        !path.includes('/workspaces/') &&
        !path.includes('/mail/') &&
        !path.includes('/numbers/') &&
        !path.includes('/unrouted/')
          ? path.replaceAll(/\{(\w+)\}/g, (_, name: 'user' | 'id') => String(ids[name]))
          : '',
      ),
      `/operator/workspaces/${tenant.workspaceId}`,
      `/operator/numbers/${number.id}`,
      '/operator/usage?month=2026-03',
    ].filter((path) => path !== '' && path !== '/operator/usage')
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) {
      const answer = await browser.call('GET', path)
      expect(answer.status, path).toBe(200)
      for (const secret of ['harbor', phone, phone.slice(1), 'merger', 'secret bytes', 'of a tenant'])
        expect(answer.text, path).not.toContain(secret)
    }
  })
})
