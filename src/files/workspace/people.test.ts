import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonCaller } from '../../../test/files-app.ts'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { iamCaller, list, newAddress, organization, shown, type Organization } from '../../../test/iam-app.ts'

let app: TestApp
let org: Organization
let other: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
  other = await organization(app)
})
afterAll(() => app.close())

const routes = [
  ['GET', '/members'],
  ['POST', '/members', { email: 'ann@example.com' }],
  ['PATCH', '/members/1', { role: 'admin' }],
  ['DELETE', '/members/1'],
  ['GET', '/invites'],
  ['DELETE', '/invites/1'],
  ['GET', '/invite-codes'],
  ['POST', '/invite-codes'],
  ['DELETE', '/invite-codes/x'],
] as const

describe('below a workspace, with a files key,', () => {
  test('listMembers, inviteMember, updateMember, deleteMember, listInvites, deleteInvite, listInviteCodes, createInviteCode and deleteInviteCode are cross_workspace elsewhere', async () => {
    const { key } = await org.tenant.key('files')
    const foreign = [other.id, org.tenant.personalId, 987_654_321, 'x', '0', '%00']
    for (const [method, path, body] of routes) {
      for (const id of foreign) {
        const call = iamCaller(app, key, `/v1/files/workspaces/${id}`)
        for (const sent of [body, body && { email: 7, role: 7 }])
          expect(refusalOf(await call(method, path, sent))).toEqual([403, 'cross_workspace'])
      }
    }
  })

  test('every operation is not_an_org_workspace in a personal workspace', async () => {
    const { key } = await org.tenant.key('files', { workspaceId: org.tenant.personalId })
    const call = iamCaller(app, key, `/v1/files/workspaces/${org.tenant.personalId}`)
    for (const [method, path, body] of routes)
      expect(refusalOf(await call(method, path, body))).toEqual([400, 'not_an_org_workspace'])
  })

  test('people of another organization are not found', async () => {
    const mail = newAddress()
    await other.owner.iam('POST', '/members', { email: mail })
    const code = shown(await other.owner.iam('POST', '/invite-codes'), 201)['code']
    const [invite] = list(await other.owner.iam('GET', '/invites'))
    const { alias } = org.owner
    const patched = await alias('PATCH', `/members/${other.member.id}`, { role: 'admin' })
    expect(refusalOf(patched)).toEqual([404, 'member_not_found'])
    for (const [path, refusal] of [
      [`/members/${other.member.id}`, 'member_not_found'],
      [`/invites/${String(invite?.['invite_id'])}`, 'invite_not_found'],
      [`/invite-codes/${String(code)}`, 'invite_code_not_found'],
    ] as const)
      expect(refusalOf(await alias('DELETE', path))).toEqual([404, refusal])
    expect(list(await other.owner.iam('GET', '/members')).map(({ role }) => role)).toEqual([
      'owner',
      'admin',
      'member',
      'member',
    ])
  })

  test('every answer is that of the IAM API, also on the files origin', async () => {
    const { key } = await org.tenant.key('files')
    const direct = jsonCaller(app, key)
    await org.owner.alias('POST', '/members', { email: newAddress(), role: 'admin' })
    shown(await org.owner.alias('POST', '/invite-codes'), 201)
    for (const path of ['/members', '/invites', '/invite-codes']) {
      const { body } = await org.owner.iam('GET', path)
      expect((await org.owner.alias('GET', path)).body).toEqual(body)
      expect((await direct('GET', `/workspaces/${org.id}${path}`)).body).toEqual(body)
    }
  })

  test('the roles of the creator decide as in the IAM API', async () => {
    for (const [method, path, body] of routes) {
      const [alias, iam] = [
        await org.member.alias(method, path, body),
        await org.member.iam(method, path, body),
      ]
      expect([alias.status, alias.body]).toEqual([iam.status, iam.body])
    }
    expect(refusalOf(await org.admin.alias('PATCH', `/members/${org.member.id}`, { role: 'admin' }))).toEqual(
      [403, 'owner_required'],
    )
    expect(refusalOf(await org.admin.alias('DELETE', `/members/${org.admin.id}`))).toEqual([
      400,
      'cannot_remove_self',
    ])
  })

  test('invitations count together with those of the IAM API', async () => {
    const email = newAddress()
    for (const call of [org.owner.iam, org.owner.alias, org.owner.iam])
      expect((await call('POST', '/members', { email })).status).toBe(201)
    for (const call of [org.owner.alias, org.owner.iam]) {
      const answer = await call('POST', '/members', { email })
      expect(refusalOf(answer)).toEqual([429, 'invite_rate_limited'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('the plan of the creator includes files: a key without it is subscription_required', async () => {
    const lapsed = await app.tenant({ plan: { active: false } })
    const { key } = await lapsed.key('files')
    const call = iamCaller(app, key, `/v1/files/workspaces/${lapsed.workspaceId}`)
    expect(refusalOf(await call('GET', '/members'))).toEqual([402, 'subscription_required'])
    const iam = iamCaller(app, (await lapsed.key('iam')).key)
    expect((await iam('GET', '/members')).status).toBe(200)
  })
})
