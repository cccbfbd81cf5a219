import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { auditOf, iamCaller, list, organization, shown, type Organization } from '../../../test/iam-app.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

describe('createInviteCode', () => {
  test('answers 201 with a code and its link on the files origin, without a body', async () => {
    const created = shown(await org.admin.iam('POST', '/invite-codes'), 201)
    const code = String(created['code'])
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(created).toEqual({
      code,
      link: `http://files.test/join/${code}`,
      single_use: true,
      created_at: '2026-03-04 05:06:07',
    })
    expect((await auditOf(app, org.id)).at(-1)).toMatchObject({ action: 'invite_code.create', outcome: 'ok' })
  })

  test('of 60 at once keeps 50 unused codes, then it is too_many_invite_codes until one is revoked', async () => {
    const other = await organization(app)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => other.owner.iam('POST', '/invite-codes')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusalOf(answer)).toEqual([429, 'too_many_invite_codes'])
    const [first] = list(await other.owner.iam('GET', '/invite-codes'))
    await other.owner.iam('DELETE', `/invite-codes/${String(first?.['code'])}`)
    expect((await other.owner.iam('POST', '/invite-codes')).status).toBe(201)
  })

  test('is not_admin for a member and not_an_org_workspace for a personal key', async () => {
    expect(refusalOf(await org.member.iam('POST', '/invite-codes'))).toEqual([403, 'not_admin'])
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('POST', '/invite-codes'))).toEqual([
      400,
      'not_an_org_workspace',
    ])
  })
})
