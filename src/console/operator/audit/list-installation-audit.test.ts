import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { audit } from '../../../identity/audit/audit.ts'
import { sql } from '../../../platform/database/sql.ts'
import { operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Entry {
  readonly id: number
  readonly action: string
}

const add = (action: string, more: object = {}) =>
  audit(app.context.database, app.clock.now(), { actor: 'person', action, outcome: 'ok', ...more })
const actions = async (query: string) =>
  (await pageOfList<Entry>(browser, `/operator/audit?${query}`)).data.map(({ action }) => action)

describe('listInstallationAudit', () => {
  test('has entries of everybody with names, also those of operators', async () => {
    const tenant = await app.tenant()
    const { id: keyId } = await tenant.key('iam', { name: 'Onboarding' })
    const { userId, workspaceId } = tenant
    await add('key.made', { actor: 'key', userId, keyId, workspaceId, target: `workspace:${workspaceId}` })
    await browser.data('PATCH', `/operator/people/${userId}`, { active: true })
    const { data } = await pageOfList<Entry>(browser, '/operator/audit')
    const email = expect.stringContaining('@example.com') as string
    expect(data.slice(0, 2)).toMatchObject([
      {
        actor: 'operator',
        user: { id: browser.userId, email },
        key: null,
        action: 'plan.set',
        target: `user:${userId}`,
        target_name: email,
        address: '127.0.0.1',
      },
      {
        actor: 'key',
        user: { id: userId, email },
        key: { id: keyId, name: 'Onboarding' },
        workspace_id: workspaceId,
        target_name: `Organization of ${userId}`,
      },
    ])
  })

  test('is filtered by person, workspace, action, and time, and pages by ID', async () => {
    app.clock.advance(60_000)
    const from = app.clock.now().toISOString()
    await add('test.one', { userId: 71, workspaceId: 72 })
    app.clock.advance(1000)
    const to = app.clock.now().toISOString()
    await add('test.two', { userId: 71 })
    await add('test.two', { target: 'user:99999999999999999999' })
    expect(await actions('user_id=71')).toEqual(['test.two', 'test.one'])
    expect(await actions('workspace_id=72')).toEqual(['test.one'])
    expect(await actions('action=test.two')).toEqual(['test.two', 'test.two'])
    expect(await actions(`from=${from}&to=${to}`)).toEqual(['test.one'])
    const { data, meta } = await pageOfList<Entry>(browser, `/operator/audit?from=${from}&limit=2`)
    expect(data).toHaveLength(2)
    expect(await actions(`from=${from}&before=${meta.next_before}`)).toEqual(['test.one'])
    for (const query of ['from=yesterday', 'user_id=x', `action=${'a'.repeat(101)}`])
      expect(await browser.refusal('GET', `/operator/audit?${query}`)).toEqual([400, 'invalid_request'])
  })

  test('is a CSV file for those who accept CSV, without formulas', async () => {
    await add('csv.made', { target: '=cmd()' })
    const answer = await browser.call('GET', '/operator/audit?action=csv.made', undefined, {
      accept: 'text/csv',
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=audit-log.csv',
    })
    const [header, line] = answer.text.split('\r\n')
    expect(header).toMatch(/^time,actor,user_id,email,/)
    expect(line).toMatch(/,person,,,,,,csv\.made,'=cmd\(\),/)
  })

  test('has an index for each filter, in the order of the list', async () => {
    const planOf = (condition: ReturnType<typeof sql>) =>
      app.context.database.transaction(async (tx) => {
        await tx.run(sql`set local enable_seqscan = off`)
        await tx.run(sql`set local enable_sort = off`)
        return JSON.stringify(
          await tx.rows(
            sql`explain select id from identity.audit where ${condition} order by at desc, id desc limit 51`,
          ),
        )
      })
    for (const [condition, index] of [
      [sql`true`, 'audit_newest'],
      [sql`action = 'none.such'`, 'audit_action'],
      [sql`user_id = 5`, 'audit_user_at'],
      [sql`workspace_id = 5`, 'audit_workspace_at'],
    ] as const)
      expect(await planOf(condition)).toContain(index)
  })
})
