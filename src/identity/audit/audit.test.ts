import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { audit } from './audit.ts'
import { purgeAudit } from './purge-audit.ts'
import { actionOf, isSummedUp } from './rules.ts'
import { listEntries } from './store.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const add = (workspaceId: number, target: string) =>
  audit(app.context.database, app.clock.now(), {
    actor: 'operator',
    workspaceId,
    action: 'member.add',
    target,
    outcome: 'ok',
  })
const targetsOf = async (workspaceId: number, before?: number) =>
  (await listEntries(app.context.database, { workspaceId, before }, 100)).map(({ target }) => target)

describe('the audit log', () => {
  test('is kept as long as the operator says, to the millisecond', async () => {
    await add(1, 'user:1')
    app.clock.advance(1)
    await add(1, 'user:2')
    app.clock.advance(app.context.settings.auditDays * 86_400_000 - 1)
    await purgeAudit.run({}, app.context)
    expect(await targetsOf(1)).toEqual(['user:2', 'user:1'])
    app.clock.advance(1)
    await purgeAudit.run({}, app.context)
    expect(await targetsOf(1)).toEqual(['user:2'])
  })

  test('is purged of any number of entries', async () => {
    const { database } = app.context
    for (let entry = 0; entry < 40; entry++) await add(2, `user:${entry}`)
    app.clock.advance(app.context.settings.auditDays * 86_400_000 + 1)
    await add(2, 'user:new')
    await purgeAudit.run({}, app.context)
    expect(await targetsOf(2)).toEqual(['user:new'])
    expect(await listEntries(database, {}, 100)).toHaveLength(1)
  })

  test('goes on where a list ended', async () => {
    for (let entry = 0; entry < 3; entry++) await add(3, `user:${entry}`)
    const [newest] = await listEntries(app.context.database, { workspaceId: 3 }, 1)
    expect(await targetsOf(3, newest?.id)).toEqual(['user:1', 'user:0'])
  })

  test('names actions by noun and verb', () => {
    expect(['createUser', 'inviteMember', 'deleteInviteCode', 'search'].map(actionOf)).toEqual([
      'user.create',
      'member.invite',
      'invite-code.delete',
      'search',
    ])
  })

  test('sums up what no limit bounds, and nothing else', () => {
    expect(['limit_reached', 'limits_unavailable', 'scope_missing', undefined].map(isSummedUp)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
