import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { findMember } from '../member/store.ts'
import { codeOf, parseCode } from '../invitation/code-rules.ts'
import { insertCode } from '../invitation/code-store.ts'
import { createInviteCode } from '../invitation/create-code.ts'
import { change, inviteGuest, person, refusalOf } from '../invitation/invitation.testing.ts'
import { listInvitations } from '../invitation/store.ts'
import { findInviteCode, joinByCode } from './use-code.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

let people = 0
const joiner = async () => (await person(app, `joiner-${++people}@example.com`)).id
const newCode = async (workspaceId = tenant.workspaceId) => {
  const { database, random } = app.context
  const draft = { workspaceId, createdBy: tenant.userId }
  return (await database.transaction((tx) => createInviteCode(tx, random, draft))).code
}
const join = (code: string, userId: number) => change(app, (tx) => joinByCode(tx, { code, userId }))
const stateOf = async (code: string) => (await findInviteCode(app.context.database, code))?.state

describe('joinByCode', () => {
  test('makes a member of the first person who uses the code', async () => {
    const [code, userId] = [await newCode(), await joiner()]
    const { workspaceId } = tenant
    const workspaceName = `Organization of ${tenant.userId}`
    expect(await findInviteCode(app.context.database, code)).toEqual({
      code,
      state: 'valid',
      workspaceId,
      workspaceName,
    })
    expect(await join(code, userId)).toEqual({ workspaceId, workspaceName, alreadyMember: false })
    expect(await findMember(app.context.database, workspaceId, userId)).toMatchObject({ role: 'member' })
    expect(await stateOf(code)).toBe('used')
    expect(
      await app.context.database.rows(sql`
        select actor, action, target from identity.audit where user_id = ${userId}`),
    ).toEqual([{ actor: 'person', action: 'invite_code.use', target: `user:${userId}` }])
    expect(await refusalOf(join(code, await joiner()))).toEqual(['invite_code_not_valid', { state: 'used' }])
  })

  test('of fifty people who use a code at once exactly one joins', async () => {
    const code = await newCode()
    const ids = await Promise.all(Array.from({ length: 50 }, joiner))
    const uses = await Promise.allSettled(ids.map((id) => join(code, id)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const use of uses) {
      if (use.status === 'rejected')
        expect(use.reason).toMatchObject({ reason: 'invite_code_not_valid', facts: { state: 'used' } })
    }
  })

  test('of a member does not use the code up', async () => {
    const code = await newCode()
    expect(await join(code, tenant.userId)).toMatchObject({ alreadyMember: true })
    expect(await stateOf(code)).toBe('valid')
  })

  test('of one person with fifty codes at once uses up exactly one of them', async () => {
    const other = await app.tenant()
    const codes: string[] = []
    for (let at = 0; at < 50; at++) codes.push(await newCode(other.workspaceId))
    const userId = await joiner()
    const uses = await Promise.all(codes.map((code) => join(code, userId)))
    expect(uses.filter(({ alreadyMember }) => !alreadyMember)).toHaveLength(1)
    const states = await Promise.all(codes.map(stateOf))
    expect(states.filter((state) => state === 'used')).toHaveLength(1)
  })

  test('gives the role of the pending invitation, unless that has expired', async () => {
    const { workspaceId, userId: inviterId } = tenant
    for (const [days, role] of [
      [0, 'admin'],
      [14, 'member'],
    ] as const) {
      const email = `invited-${days}@example.com`
      await inviteGuest(app, { workspaceId, inviterId, email, role: 'admin' })
      app.clock.advance(days * 24 * 3_600_000)
      const { id } = await person(app, email)
      await join(await newCode(), id)
      expect(await findMember(app.context.database, workspaceId, id)).toMatchObject({ role })
      expect(await listInvitations(app.context.database, workspaceId)).toEqual([])
    }
  })

  test('refuses codes that were revoked or never existed', async () => {
    const code = await newCode()
    await app.context.database.run(
      sql`update identity.invite_code set revoked_at = ${app.clock.now()} where code = ${code}`,
    )
    const userId = await joiner()
    expect(await refusalOf(join(code, userId))).toEqual(['invite_code_not_valid', { state: 'revoked' }])
    for (const unknown of ['', 'x', '0'.repeat(16), '0'.repeat(1000), '\0', "' or true --"])
      expect(await refusalOf(join(unknown, userId))).toEqual(['invite_code_not_valid', { state: 'unknown' }])
  })

  test('never lets anybody into a personal workspace', async () => {
    expect(await refusalOf(newCode(tenant.personalId))).toEqual([
      'personal_workspace',
      { workspaceId: tenant.personalId },
    ])
    const code = '0123456789ABCDEF'
    await app.context.database.transaction((tx) =>
      insertCode(tx, { code, workspaceId: tenant.personalId, createdBy: tenant.userId, createdAt: tx.now() }),
    )
    expect((await refusalOf(join(code, await joiner())))[0]).toBe('personal_workspace')
    expect(await stateOf(code)).toBe('valid')
  })
})

describe('a code', () => {
  test('has 16 digits and letters, none of which look alike', () => {
    expect(codeOf(new Uint8Array(10))).toBe('0'.repeat(16))
    expect(codeOf(new Uint8Array(10).fill(255))).toBe('Z'.repeat(16))
    for (let round = 0; round < 100; round++)
      expect(codeOf(app.context.random.bytes(10))).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  })

  test('is understood as people type it', () => {
    expect(parseCode('oiL3-4567 89ab cdef')).toBe('0113456789ABCDEF')
    for (const text of ['', '0', '0'.repeat(15), '0'.repeat(17), 'U'.repeat(16), '٣'.repeat(16)])
      expect(parseCode(text)).toBeUndefined()
  })
})
