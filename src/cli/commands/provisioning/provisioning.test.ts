import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developer } from '../../../../test/developer.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

const asked = [
  '--company',
  'Lee & Sons',
  '--purpose',
  'Accounts for our shops',
  '--monthly-accounts',
  50,
] as const
const of = (command: string, id: number) => ['provisioning', command, '--user', id] as const

async function stateOf(id: number): Promise<unknown> {
  const { approvals } = await line.printed('provisioning', 'list')
  return (approvals as { user_id: number; state: string }[]).find(({ user_id: user }) => user === id)?.state
}

describe('provisioning', () => {
  test('is requested, declined, requested again, approved and revoked', async () => {
    const { id } = await line.person()
    expect(await stateOf(id)).toBeUndefined()
    expect(await line.printed(...of('request', id), ...asked)).toEqual({
      ok: true,
      user_id: id,
      state: 'requested',
    })
    expect(await stateOf(id)).toBe('requested')
    await line.printed(...of('decline', id))
    expect(await stateOf(id)).toBe('declined')
    await line.printed(...of('request', id), ...asked)
    await line.printed(...of('approve', id))
    expect(await stateOf(id)).toBe('approved')
    await line.printed(...of('revoke', id))
    expect(await stateOf(id)).toBe('revoked')
    await line.printed(...of('approve', id))
    expect(await stateOf(id)).toBe('approved')
  })

  test('lists who asked, for what, and by state', async () => {
    const { id } = await line.person()
    await line.printed(...of('request', id), ...asked)
    const { approvals, next_after: nextAfter } = await line.printed(
      'provisioning',
      'list',
      '--state',
      'requested',
    )
    expect(approvals).toEqual([
      {
        user_id: id,
        email: expect.any(String) as string,
        state: 'requested',
        company: 'Lee & Sons',
        purpose: 'Accounts for our shops',
        monthly_accounts: 50,
        requested_at: expect.any(String) as string,
        approved_at: null,
        declined_at: null,
        revoked_at: null,
      },
    ])
    expect(nextAfter).toBeNull()
    const { stdout } = await line.run('provisioning', 'list', '--state', 'requested')
    expect(stdout).toContain('Accounts for our shops')
    expect((await line.run('provisioning', 'list', '--state', 'lost')).exit).toBe(2)
  })

  test('refuses what makes no sense, and says what to do', async () => {
    const { id } = await line.person()
    expect(await line.refusal(...of('decline', id))).toContain('has no pending request')
    await line.printed(...of('approve', id))
    expect(await line.refusal(...of('decline', id))).toContain('bureau provisioning revoke')
    expect(await line.refusal(...of('request', id), ...asked)).toContain('approved for provisioning already')
    expect(await line.refusal(...of('request', 987_654), ...asked)).toContain('User 987654 does not exist.')
  })

  test('gives keys only to those who are approved, and stops them when it is declined or revoked', async () => {
    const { id, workspace_id: workspace } = await line.person()
    const owned = ['--user', id, '--workspace', workspace, '--scopes', 'users:create'] as const
    const create = ['keys', 'create', '--service', 'provisioning', ...owned] as const
    await line.printed(...of('request', id), ...asked)
    expect(await line.refusal(...create)).toContain('is not approved')
    await line.printed(...of('approve', id))
    const { key } = await line.printed(...create)
    const call = async () =>
      (await line.app.call('gateway', { method: 'POST', url: '/v1/users', key: String(key) })).status
    expect(await call()).toBe(400)
    await line.printed(...of('revoke', id))
    expect(await call()).toBe(403)
    await line.printed(...of('request', id), ...asked)
    expect(await call()).toBe(403)
    await line.printed(...of('decline', id))
    expect(await call()).toBe(403)
  })

  test('shows of an account who created it and who pays for it', async () => {
    const partner = await developer(line.app)
    const { id } = (await partner.user()).body as { id: number }
    const creator = partner.tenant.userId
    expect(await line.printed('users', 'show', id)).toMatchObject({
      user: { created_by: creator, sponsor_id: creator, plan: null, active: true, email_verified_at: null },
    })
    const { stdout } = await line.run('users', 'show', id)
    expect(stdout).toMatch(new RegExp(`created by: +the keys of user ${creator}\n`))
    expect(stdout).toMatch(new RegExp(`paid for by: +user ${creator}\n`))
    expect((await line.run('users', 'list')).stdout).toContain(`of user ${creator}`)
    expect(await line.printed('plans', 'show', '--user', id)).toMatchObject({
      subscription: { plan: null, active: true, sms_daily: 1000 },
    })
  })
})
