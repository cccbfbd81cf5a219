import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { audit } from '../../identity/audit/audit.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'
import { logIn, type Browser } from '../console.testing.ts'

interface Entry {
  readonly id: number
  readonly at: string
  readonly actor: string
  readonly user: { readonly id: number; readonly email: string; readonly name: string } | null
  readonly key: { readonly id: number; readonly name: string } | null
  readonly action: string
  readonly target: string
  readonly target_name: string | null
  readonly outcome: string
  readonly address: string | null
}

let app: TestApp
let tenant: Tenant
let owner: Browser
let path: string
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
  path = `/workspaces/${tenant.workspaceId}`
})
afterAll(() => app.close())

const entries = (query = '') => owner.data<Entry[]>('GET', `${path}/audit${query}`)
const page = async (query: string) =>
  (await owner.call('GET', `${path}/audit${query}`)).body as {
    data: Entry[]
    meta: { next_before: number | null }
  }
const add = (action: string, more: object = {}) =>
  audit(app.context.database, app.clock.now(), {
    actor: 'person',
    userId: tenant.userId,
    workspaceId: tenant.workspaceId,
    action,
    outcome: 'ok',
    ...more,
  })
const csvOf = (query = '') => owner.call('GET', `${path}/audit${query}`, undefined, { accept: 'text/csv' })

describe('listAudit', () => {
  test('has what a person does in the app, each with actor, target, and names', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const { code } = await owner.data<{ code: string }>('POST', `${path}/iam/invite-codes`)
    await owner.data('DELETE', `${path}/iam/invite-codes/${code}`)
    await owner.data('POST', `${path}/iam/members`, { email: 'ada@example.org' })
    const [invite] = await owner.data<{ invite_id: number }[]>('GET', `${path}/iam/invites`)
    await owner.data('DELETE', `${path}/iam/invites/${invite?.invite_id}`)
    await owner.data('PATCH', `${path}/iam/members/${id}`, { role: 'admin' })
    await owner.data('DELETE', `${path}/iam/members/${id}`)
    await owner.data('PATCH', `${path}/files/workspaces/${tenant.workspaceId}`, { name: 'Studio' })
    const found = await entries()
    expect(found.map(({ action, target }) => [action, target])).toEqual([
      ['workspace.rename', `workspace:${tenant.workspaceId}`],
      ['member.remove', `user:${id}`],
      ['member.make_admin', `user:${id}`],
      ['invitation.cancel', `invitation:${invite?.invite_id}`],
      ['invitation.send', `invitation:${invite?.invite_id}`],
      ['invite_code.revoke', `workspace:${tenant.workspaceId}`],
      ['invite_code.create', `workspace:${tenant.workspaceId}`],
    ])
    for (const entry of found)
      expect(entry).toMatchObject({
        actor: 'person',
        user: { id: tenant.userId, name: expect.stringContaining('Pat') as string },
        key: null,
        outcome: 'ok',
        address: '127.0.0.1',
      })
    expect(found.map(({ target_name: name }) => name)).toEqual([
      'Studio',
      expect.stringMatching(/^person-\d+@example.com$/),
      expect.stringMatching(/^person-\d+@example.com$/),
      'ada@example.org',
      'ada@example.org',
      'Studio',
      'Studio',
    ])
  })

  test('has what a key did, with the name of the key', async () => {
    const { id, key } = await tenant.key('iam', { name: 'Onboarding' })
    await app.call('gateway', { method: 'POST', url: '/v1/iam/invite-codes', key })
    const [entry] = await entries()
    expect(entry).toMatchObject({
      actor: 'key',
      key: { id, name: 'Onboarding' },
      user: { id: tenant.userId },
    })
  })

  test('shows operators without their person and address, and never by person', async () => {
    await add('quota.set', { actor: 'operator', address: '10.1.2.3' })
    const [entry] = await entries()
    expect(entry).toMatchObject({ actor: 'operator', user: null, address: null, action: 'quota.set' })
    expect(await entries(`?user_id=${tenant.userId}&action=quota.set`)).toEqual([])
  })

  test('is filtered by person, action, and time, and pages by ID', async () => {
    app.clock.advance(60_000)
    const from = app.clock.now().toISOString()
    const other = await app.member(tenant.workspaceId, 'admin')
    await add('test.one')
    app.clock.advance(1000)
    await add('test.two')
    await add('test.two', { userId: other.id })
    const to = new Date(app.clock.now().getTime() + 1).toISOString()
    app.clock.advance(1000)
    await add('test.three')
    expect((await entries(`?from=${from}`)).map(({ action }) => action)).toEqual([
      'test.three',
      'test.two',
      'test.two',
      'test.one',
    ])
    expect(await entries(`?from=${from}&to=${to}`)).toHaveLength(3)
    expect(await entries(`?from=${from}&action=test.two`)).toHaveLength(2)
    expect(await entries(`?from=${from}&user_id=${other.id}`)).toHaveLength(1)
    expect(await entries(`?action=test.two&user_id=${other.id}`)).toHaveLength(1)
    const first = await page(`?from=${from}&limit=2`)
    expect(first.data).toHaveLength(2)
    const second = await page(`?from=${from}&limit=2&before=${first.meta.next_before}`)
    expect(second.data.map(({ action }) => action)).toEqual(['test.two', 'test.one'])
    expect(second.meta.next_before).toBeNull()
    expect(await entries('?before=999999999')).toEqual([])
  })

  test('has a page even when transactions commit in another order than their times', async () => {
    const late = new Date(app.clock.now().getTime() + 500)
    await audit(app.context.database, late, {
      actor: 'person',
      userId: tenant.userId,
      workspaceId: tenant.workspaceId,
      action: 'order.late',
      outcome: 'ok',
    })
    await add('order.early')
    const { data, meta } = await page('?limit=1')
    expect(data[0]?.action).toBe('order.late')
    expect((await page(`?limit=1&before=${meta.next_before}`)).data[0]?.action).toBe('order.early')
    app.clock.advance(1000)
  })

  test('is a CSV file for those who accept CSV, without formulas', async () => {
    await add('csv.made', { target: '=cmd()' })
    const answer = await csvOf('?action=csv.made')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=audit-log-${tenant.workspaceId}.csv`,
    })
    expect(answer.headers['vary']).toContain('Accept')
    const [header, line, ...rest] = answer.text.split('\r\n')
    expect(header).toBe(
      'time,actor,user_id,name,email,key_id,key_name,action,target,target_name,outcome,request_id,address,calls',
    )
    expect(line).toMatch(/^2026-.*,person,\d+,Pat Person \d+,person-.*,,,csv\.made,'=cmd\(\),,ok,,,1$/)
    expect(rest).toEqual([''])
    const json = await owner.call('GET', `${path}/audit`)
    expect(json.headers['content-type']).toContain('json')
    expect(json.headers['vary']).toContain('Accept')
  })

  test('streams any number of entries in batches', async () => {
    await Promise.all(Array.from({ length: 1200 }, () => add('many.made')))
    const lines = (await csvOf('?action=many.made')).text.trim().split('\r\n')
    expect(lines).toHaveLength(1201)
  })

  test('is not_admin for a member', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    expect(await (await logIn(app, id)).refusal('GET', `${path}/audit`)).toEqual([403, 'not_admin'])
  })

  test('refuses times that are none', async () => {
    for (const query of [
      'from=yesterday',
      'to=0000-01-01T00:00:00Z',
      'from=9999-12-31T23:59:59-12:00',
      'limit=101',
      'user_id=x',
      `action=${'a'.repeat(101)}`,
    ])
      expect(await owner.refusal('GET', `${path}/audit?${query}`), query).toEqual([400, 'invalid_request'])
  })

  test('keeps names of people who left, and names nothing of other workspaces', async () => {
    const other = await app.tenant()
    const { id: foreign } = await other.key('files', { name: 'Secret name' })
    const { id } = await app.member(tenant.workspaceId, 'member')
    await add('left.made', { target: `user:${id}` })
    await add('foreign.made', { target: `key:${foreign}` })
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId: id }))
    expect((await entries('?action=left.made'))[0]?.target_name).toContain('@example.com')
    expect((await entries('?action=foreign.made'))[0]?.target_name).toBeNull()
  })

  test('reads an index of the workspace for each filter', async () => {
    const { database, clock } = app.context
    await Promise.all(
      Array.from({ length: 1000 }, (_, at) =>
        add('other.made', { workspaceId: 1000 + (at % 20), userId: at % 50 }),
      ),
    )
    await database.run(sql`analyze identity.audit`)
    const planOf = async (filter: ReturnType<typeof sql>) =>
      JSON.stringify(
        await database.rows(sql`
          explain select * from identity.audit where workspace_id = 1001 and ${filter}
           order by at desc, id desc limit 51`),
      )
    expect(await planOf(sql`at < ${clock.now()}`)).toContain('audit_workspace')
    expect(await planOf(sql`user_id = 1`)).toContain('audit_workspace')
    expect(await planOf(sql`action = 'other.made'`)).toContain('audit_workspace')
  })
})
