import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { duringChange } from '../../../test/during-change.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { createInviteCode } from '../../identity/invitation/create-code.ts'
import { inviteGuest } from '../../identity/invitation/invitation.testing.ts'
import type { RightsTransaction } from '../../identity/in-force.ts'
import { digestOf } from '../../identity/link/token.ts'
import { findRole } from '../../identity/member/store.ts'
import { setPassword } from '../../identity/password/set-password.ts'
import { prepareTwoFactor, preparedSecret, switchTwoFactorOn } from '../../identity/totp/second-step.ts'
import { totpAddress } from '../../identity/totp/totp.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { sql } from '../../platform/database/sql.ts'
import { programFlow } from '../../platform/concurrency/flow-key.ts'
import {
  loggedIn,
  logIn,
  makeLink,
  makePerson,
  newcomer,
  openSessions,
  outcomeOf,
  rightPassword as password,
  switchOnTwoFactor,
  type TestPerson,
} from '../account.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Change = (tx: RightsTransaction) => Promise<unknown>

/** Sets another password as a reset link does. */
async function newPassword(person: TestPerson): Promise<Change> {
  const token = (await makeLink(app, 'reset', person)).split('/').at(-1) ?? ''
  const passwordHash = await app.context.passwords.hash(programFlow, 'four loud otters')
  return (tx) => setPassword(tx, { kind: 'reset', digest: digestOf(token), passwordHash, origin: {} })
}

/** Switches two-step verification on, from another browser. */
async function twoFactor({ id: userId }: TestPerson): Promise<Change> {
  const { context, clock } = app
  await context.database.transaction((tx) => prepareTwoFactor(tx, context, userId))
  const address = totpAddress((await preparedSecret(context, userId)) ?? '', 'x')
  const code = URI.parse(address).generate({ timestamp: clock.now().getTime() })
  return (tx) => switchTwoFactorOn(tx, context, { userId, sessionId: 0, code, origin: {} })
}

const disabling = ({ id }: TestPerson): Promise<Change> =>
  Promise.resolve((tx: RightsTransaction) => setUserDisabled(tx, id, true))

const changes = [
  ['the password changes', newPassword, '403 Log in'],
  ['two-step verification is switched on', twoFactor, '303 /login/code'],
  ['the person is disabled', disabling, '403 Log in'],
] as const

describe('a log-in that is being checked', () => {
  test.each(changes)('leaves no session when %s', async (_what, prepare, outcome) => {
    const person = await makePerson(app)
    const change = await prepare(person)
    const answer = await duringChange(app, change, () => logIn(newcomer(app), person.email))
    expect(outcomeOf(answer)).toBe(outcome)
    expect(await openSessions(app, person.id)).toBe(0)
  })

  test.each(changes)('makes nobody a member by an invitation when %s', async (_what, prepare, outcome) => {
    const person = await makePerson(app)
    const tenant = await app.tenant()
    const { workspaceId, userId: inviterId } = tenant
    const { token } = await inviteGuest(app, { workspaceId, inviterId, email: person.email, role: 'member' })
    const change = await prepare(person)
    const answer = await duringChange(app, change, () =>
      newcomer(app).submit(`/invitation/${token}`, { password }),
    )
    expect(outcomeOf(answer).slice(0, 3)).toBe(outcome.slice(0, 3))
    expect(await openSessions(app, person.id)).toBe(0)
    expect(await findRole(app.context.database, workspaceId, person.id)).toBeUndefined()
  })

  test('is right after its hash was renewed by another log-in', async () => {
    const person = await makePerson(app)
    const renewed = await app.context.passwords.hash(programFlow, password)
    const answer = await duringChange(
      app,
      (tx) => tx.run(sql`update identity.user set password_hash = ${renewed} where id = ${person.id}`),
      () => logIn(newcomer(app), person.email),
    )
    expect(outcomeOf(answer)).toBe('303 /')
  })
})

describe('a code that is being checked', () => {
  test.each([
    ['the password changes', newPassword],
    ['the person is disabled', disabling],
  ])('leaves no session when %s', async (_what, prepare) => {
    const person = await makePerson(app)
    const shown = await switchOnTwoFactor(app, person.id)
    const guest = newcomer(app)
    await logIn(guest, person.email)
    const answer = await duringChange(app, await prepare(person), () =>
      guest.submit('/login/code', { code: shown() }),
    )
    expect(outcomeOf(answer)).toBe('303 /login')
    expect(await openSessions(app, person.id)).toBe(0)
  })
})

describe('a request of a session', () => {
  test.each([
    ['the password changes', newPassword],
    ['the person is disabled', disabling],
  ])('makes nobody a member when %s', async (_what, prepare) => {
    const person = await makePerson(app)
    const { workspaceId, userId } = await app.tenant()
    const { database, random } = app.context
    const { code } = await database.transaction((tx) =>
      createInviteCode(tx, random, { workspaceId, createdBy: userId }),
    )
    const guest = await loggedIn(app, person)
    const answer = await duringChange(app, await prepare(person), () => guest.submit(`/join/${code}`, {}))
    expect(outcomeOf(answer)).toBe(`303 /join/${code}`)
    expect(await findRole(database, workspaceId, person.id)).toBeUndefined()
  })

  test('does not switch two-step verification on when the password changes', async () => {
    const person = await makePerson(app)
    const guest = await loggedIn(app, person)
    await guest.submit('/two-step/begin', { password })
    const secret = (await preparedSecret(app.context, person.id)) ?? ''
    const code = URI.parse(totpAddress(secret, 'x')).generate({ timestamp: app.clock.now().getTime() })
    const answer = await duringChange(app, await newPassword(person), () =>
      guest.submit('/two-step/confirm', { code }),
    )
    expect(outcomeOf(answer)).toBe('303 /login')
    const again = newcomer(app)
    expect(outcomeOf(await logIn(again, person.email, 'four loud otters'))).toBe('303 /')
  })
})

describe('joining with a password', () => {
  test('by an invitation waits for the second step', async () => {
    const person = await makePerson(app)
    const shown = await switchOnTwoFactor(app, person.id)
    const { workspaceId, userId: inviterId } = await app.tenant()
    const { token } = await inviteGuest(app, { workspaceId, inviterId, email: person.email, role: 'admin' })
    const roleNow = () => findRole(app.context.database, workspaceId, person.id)
    const guest = newcomer(app)
    expect(outcomeOf(await guest.submit(`/invitation/${token}`, { password }))).toBe('303 /login/code')
    expect(await roleNow()).toBeUndefined()
    expect((await guest.submit('/login/code', { code: '000000' })).status).toBe(403)
    expect(await roleNow()).toBeUndefined()
    expect(outcomeOf(await guest.submit('/login/code', { code: shown() }))).toBe('303 /')
    expect(await roleNow()).toBe('admin')
  })

  test('by an invite code waits for the second step, and the code may be gone by then', async () => {
    const person = await makePerson(app)
    const shown = await switchOnTwoFactor(app, person.id)
    const { workspaceId, userId: createdBy } = await app.tenant()
    const { database, random } = app.context
    const { code } = await database.transaction((tx) =>
      createInviteCode(tx, random, { workspaceId, createdBy }),
    )
    const roleNow = () => findRole(database, workspaceId, person.id)
    const [guest, rival] = [newcomer(app), await loggedIn(app, await makePerson(app))]
    const path = `/join/${code}`
    expect(outcomeOf(await guest.submit(path, { email: person.email, password }))).toBe('303 /login/code')
    expect(await roleNow()).toBeUndefined()
    expect(outcomeOf(await rival.submit(path, {}))).toBe('303 /')
    expect((await guest.submit('/login/code', { code: shown() })).status).toBe(410)
    expect(await roleNow()).toBeUndefined()
    expect(await openSessions(app, person.id)).toBe(0)
  })
})
