import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  auditOf,
  iamCaller,
  list,
  newAddress,
  organization,
  type Organization,
} from '../../../test/iam-app.ts'
import { acceptInvitation, findInvitation } from '../../identity/join/accept-invitation.ts'
import { change, inviteGuest, person } from '../../identity/invitation/invitation.testing.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

async function guest() {
  const email = newAddress()
  const { id: userId } = await person(app, email)
  return {
    email,
    userId,
    ...(await inviteGuest(app, { workspaceId: org.id, inviterId: org.owner.id, email })),
  }
}
const cancel = (id: number | string, by = org.admin) => by.iam('DELETE', `/invites/${id}`)

describe('deleteInvite', () => {
  test('answers 204: the invitation is gone and its link stops working', async () => {
    const { id, digest, userId, email } = await guest()
    const answer = await cancel(id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(list(await org.owner.iam('GET', '/invites')).some((each) => each['email'] === email)).toBe(false)
    expect(await findInvitation(app.context.database, digest, app.clock.now())).toMatchObject({
      state: 'revoked',
    })
    await expect(change(app, (tx) => acceptInvitation(tx, { digest, userId }))).rejects.toMatchObject({
      reason: 'invitation_not_valid',
    })
    expect((await auditOf(app, org.id)).at(-1)).toMatchObject({
      action: 'invitation.cancel',
      target: `invitation:${id}`,
    })
  })

  test('of what is unknown, malformed, foreign, cancelled or accepted is invite_not_found', async () => {
    const unknown = await cancel(987_654_321)
    expect(refusalOf(unknown)).toEqual([404, 'invite_not_found'])
    const [cancelled, accepted, foreign] = [await guest(), await guest(), await guest()]
    await cancel(cancelled.id)
    await change(app, (tx) => acceptInvitation(tx, accepted))
    const other = await organization(app)
    for (const id of [cancelled.id, accepted.id, org.owner.id, 'x', '0', '-1', '%00', '9'.repeat(30)])
      expect((await cancel(id)).body).toEqual(unknown.body)
    expect((await cancel(foreign.id, other.owner)).body).toEqual(unknown.body)
    expect((await cancel(foreign.id)).status).toBe(204)
  })

  test('and accepting at the same moment: exactly one of them happens', async () => {
    const other = await organization(app)
    for (let round = 0; round < 10; round++) {
      const email = newAddress()
      const { id: userId } = await person(app, email)
      const inviter = round % 2 ? other.owner.id : other.admin.id
      const { id, digest } = await inviteGuest(app, { workspaceId: other.id, inviterId: inviter, email })
      const [accepted, cancelled] = await Promise.allSettled([
        change(app, (tx) => acceptInvitation(tx, { digest, userId })),
        cancel(id, other.owner),
      ])
      const status = cancelled.status === 'fulfilled' ? cancelled.value.status : 0
      expect(status).toBe(accepted.status === 'fulfilled' ? 404 : 204)
      const people = list(await other.owner.iam('GET', '/members'))
      expect(people.some((each) => each['email'] === email)).toBe(accepted.status === 'fulfilled')
    }
  })

  test('is not_admin for a member and not_an_org_workspace for a personal key, whatever the id', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    for (const id of [1, 'x']) {
      expect(refusalOf(await cancel(id, org.member))).toEqual([403, 'not_admin'])
      expect(refusalOf(await iamCaller(app, key)('DELETE', `/invites/${id}`))).toEqual([
        400,
        'not_an_org_workspace',
      ])
    }
  })
})
