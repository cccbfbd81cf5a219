import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { iamCaller, list, newAddress, organization, shown, type Organization } from '../../../test/iam-app.ts'
import { change, person } from '../../identity/invitation/invitation.testing.ts'
import { joinByCode } from '../../identity/join/use-code.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

describe('listInviteCodes', () => {
  test('has unused codes, newest first, and those that were used or revoked no more', async () => {
    const codes = []
    for (let at = 0; at < 4; at++) {
      codes.push(shown(await org.owner.iam('POST', '/invite-codes'), 201))
      app.clock.advance(1000)
    }
    const [used, revoked, older, newer] = codes
    const { id: userId } = await person(app, newAddress())
    await change(app, (tx) => joinByCode(tx, { code: String(used?.['code']), userId }))
    await org.owner.iam('DELETE', `/invite-codes/${String(revoked?.['code'])}`)
    expect(list(await org.admin.iam('GET', '/invite-codes'))).toEqual([newer, older])
  })

  test('is not_admin for a member and not_an_org_workspace for a personal key', async () => {
    expect(refusalOf(await org.member.iam('GET', '/invite-codes'))).toEqual([403, 'not_admin'])
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('GET', '/invite-codes'))).toEqual([
      400,
      'not_an_org_workspace',
    ])
  })

  test('never shows those of another organization', async () => {
    expect(list(await (await organization(app)).owner.iam('GET', '/invite-codes'))).toEqual([])
  })
})
