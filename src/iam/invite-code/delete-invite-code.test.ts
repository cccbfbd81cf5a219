import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  auditOf,
  iamCaller,
  newAddress,
  organization,
  shown,
  type Organization,
} from '../../../test/iam-app.ts'
import { change, person } from '../../identity/invitation/invitation.testing.ts'
import { findInviteCode, joinByCode } from '../../identity/join/use-code.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

const newCode = async (of = org) => String(shown(await of.owner.iam('POST', '/invite-codes'), 201)['code'])
const revoke = (code: string, by = org.admin) => by.iam('DELETE', `/invite-codes/${encodeURIComponent(code)}`)
const join = async (code: string) => {
  const { id: userId } = await person(app, newAddress())
  return change(app, (tx) => joinByCode(tx, { code, userId }))
}

describe('deleteInviteCode', () => {
  test('answers 204: the link stops working', async () => {
    const code = await newCode()
    const answer = await revoke(code)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await findInviteCode(app.context.database, code)).toMatchObject({ state: 'revoked' })
    await expect(join(code)).rejects.toMatchObject({ facts: { state: 'revoked' } })
    expect((await auditOf(app, org.id)).at(-1)).toMatchObject({ action: 'invite_code.revoke', outcome: 'ok' })
  })

  test('of what is unknown, malformed, foreign, used or revoked is invite_code_not_found', async () => {
    const unknown = await revoke('0000000000000000')
    expect(refusalOf(unknown)).toEqual([404, 'invite_code_not_found'])
    const other = await organization(app)
    const [used, revoked, foreign] = [await newCode(), await newCode(), await newCode(other)]
    await join(used)
    await revoke(revoked)
    for (const code of [used, revoked, foreign, 'x', '\0', '🙂', 'x'.repeat(200)])
      expect((await revoke(code)).body).toEqual(unknown.body)
    expect(refusalOf(await revoke('../x'))).toEqual([404, 'not_found'])
    expect((await revoke(foreign, other.owner)).status).toBe(204)
  })

  test('and a person who uses the code at the same moment: exactly one of them wins', async () => {
    for (let round = 0; round < 10; round++) {
      const code = await newCode()
      const [joined, revoked] = await Promise.allSettled([join(code), revoke(code)])
      const status = revoked.status === 'fulfilled' ? revoked.value.status : 0
      expect(status).toBe(joined.status === 'fulfilled' ? 404 : 204)
    }
  })

  test('is not_admin for a member and not_an_org_workspace for a personal key, whatever the code', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    for (const code of ['x', '0000000000000000']) {
      expect(refusalOf(await revoke(code, org.member))).toEqual([403, 'not_admin'])
      expect(refusalOf(await iamCaller(app, key)('DELETE', `/invite-codes/${code}`))).toEqual([
        400,
        'not_an_org_workspace',
      ])
    }
  })
})
