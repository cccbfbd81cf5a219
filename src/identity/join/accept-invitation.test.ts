import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { digestOf } from '../link/token.ts'
import { addMember } from '../member/change-members.ts'
import { findMember } from '../member/store.ts'
import { acceptInvitation, findInvitation } from './accept-invitation.ts'
import { change, inviteGuest, person, refusalOf } from '../invitation/invitation.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let guests = 0
async function guest(role: 'admin' | 'member' = 'member') {
  // Of its own organization, because invitations are limited.
  tenant = await app.tenant()
  const email = `guest-${++guests}@example.com`
  const { id: userId } = await person(app, email)
  const again = (next: 'admin' | 'member' = role) =>
    inviteGuest(app, { workspaceId: tenant.workspaceId, inviterId: tenant.userId, email, role: next })
  return { email, userId, again, ...(await again()) }
}
const accept = (digest: Buffer, userId: number) =>
  change(app, (tx) => acceptInvitation(tx, { digest, userId }))
const stateOf = async (digest: Buffer) =>
  (await findInvitation(app.context.database, digest, app.clock.now()))?.state
const member = (userId: number) => findMember(app.context.database, tenant.workspaceId, userId)

describe('acceptInvitation', () => {
  test('joins with the invited role and verifies the address', async () => {
    const { digest, userId, id, email } = await guest('admin')
    expect(await findInvitation(app.context.database, digest, app.clock.now())).toEqual({
      id,
      state: 'valid',
      email,
      role: 'admin',
      workspaceId: tenant.workspaceId,
      workspaceName: `Organization of ${tenant.userId}`,
    })
    expect(await accept(digest, userId)).toEqual({
      workspaceId: tenant.workspaceId,
      workspaceName: `Organization of ${tenant.userId}`,
      role: 'admin',
    })
    expect(await member(userId)).toMatchObject({ role: 'admin', joined_at: app.clock.now() })
    expect(
      await app.context.database.one(sql`
        select u.email_verified_at, i.accepted_at, i.accepted_by, a.action, a.target, a.outcome
          from identity.user u
          join identity.invitation i on i.id = ${id}
          join identity.audit a on a.user_id = u.id and a.workspace_id = i.workspace_id
         where u.id = ${userId}`),
    ).toEqual({
      email_verified_at: app.clock.now(),
      accepted_at: app.clock.now(),
      accepted_by: userId,
      action: 'invitation.accept',
      target: `invitation:${id}`,
      outcome: 'ok',
    })
  })

  test('of fifty parallel uses of a link exactly one wins', async () => {
    const { digest, userId } = await guest()
    const uses = await Promise.allSettled(Array.from({ length: 50 }, () => accept(digest, userId)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const use of uses) {
      if (use.status === 'rejected')
        expect(use.reason).toMatchObject({ reason: 'invitation_not_valid', facts: { state: 'used' } })
    }
  })

  test('refuses a link that expired, 14 days after it was sent', async () => {
    const { digest, userId } = await guest()
    const sent = app.clock.now()
    const fourteenDays = 14 * 24 * 60 * 60 * 1000
    app.clock.advance(fourteenDays - 1)
    expect(await stateOf(digest)).toBe('valid')
    app.clock.advance(1)
    expect(await stateOf(digest)).toBe('expired')
    expect(await refusalOf(accept(digest, userId))).toEqual(['invitation_not_valid', { state: 'expired' }])
    app.clock.set(sent)
  })

  test('refuses a link that a newer invitation replaced; the newer one joins with the newer role', async () => {
    const { digest, userId, id, again } = await guest('member')
    const newer = await again('admin')
    expect(newer.id).toBe(id)
    expect(await stateOf(digest)).toBe('revoked')
    expect(await refusalOf(accept(digest, userId))).toEqual(['invitation_not_valid', { state: 'revoked' }])
    expect((await accept(newer.digest, userId)).role).toBe('admin')
  })

  test('refuses links that do not exist', async () => {
    const { userId } = await guest()
    expect(await refusalOf(accept(digestOf('nothing'), userId))).toEqual([
      'invitation_not_valid',
      { state: 'unknown' },
    ])
    expect(await stateOf(digestOf('nothing'))).toBeUndefined()
  })

  test('is only for the person with the invited address, and refusing others uses nothing up', async () => {
    const { digest, userId, email } = await guest()
    const other = await person(app, `other-${email}`)
    expect(await refusalOf(accept(digest, other.id))).toEqual(['invitation_for_another', { email }])
    expect(await stateOf(digest)).toBe('valid')
    expect((await accept(digest, userId)).role).toBe('member')
  })

  test('is over when the person became a member in another way', async () => {
    const { digest, userId, id } = await guest('admin')
    await change(app, (tx) => addMember(tx, { workspaceId: tenant.workspaceId, userId, role: 'member' }))
    expect(await stateOf(digest)).toBe('used')
    expect(await refusalOf(accept(digest, userId))).toEqual(['invitation_not_valid', { state: 'used' }])
    expect(await member(userId)).toMatchObject({ role: 'member' })
    const { accepted_by: acceptedBy } = await app.context.database.one<{ accepted_by: number }>(
      sql`select accepted_by from identity.invitation where id = ${id}`,
    )
    expect(acceptedBy).toBe(userId)
  })

  test('while the address is invited again ends with one of the two links, never with both', async () => {
    for (let round = 0; round < 10; round++) {
      const { digest, userId, again } = await guest()
      const [used, resent] = await Promise.allSettled([accept(digest, userId), again('admin')])
      expect([used.status, resent.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      if (resent.status === 'rejected') expect(resent.reason).toMatchObject({ reason: 'already_a_member' })
      else expect(await stateOf(resent.value.digest)).toBe('valid')
    }
  })
})
