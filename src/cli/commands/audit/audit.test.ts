import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developer } from '../../../../test/developer.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

type Words = readonly (string | number)[]

async function actions(...filter: Words): Promise<string[]> {
  const { entries } = await line.printed('audit', 'list', ...filter)
  return (entries as { action: string; target: string | null }[]).map(
    ({ action, target }) => `${action} ${target}`,
  )
}

describe('audit list', () => {
  test('has what the operator changed, newest first', async () => {
    const { owner, id: workspace } = await line.organization()
    const { id: user } = await line.person()
    const membership = ['--workspace', workspace, '--user', user] as const
    await line.printed('members', 'add', ...membership, '--role', 'member')
    await line.printed('members', 'remove', ...membership)
    const scopes = ['--service', 'files', '--scopes', '*'] as const
    const owned = ['--user', owner, '--workspace', workspace] as const
    const created = await line.printed('keys', 'create', ...owned, ...scopes)
    const key = Number(created['id'])
    await line.printed('keys', 'revoke', key)
    await line.printed('users', 'disable', user)
    await line.printed('users', 'enable', user)
    await line.printed('plans', 'set', '--user', user, '--sms-daily', 7)
    await line.printed('provisioning', 'approve', '--user', user)
    await line.printed('provisioning', 'revoke', '--user', user)
    expect((await actions('--limit', 9)).toReversed()).toEqual([
      `member.add user:${user}`,
      `member.remove user:${user}`,
      `key.create key:${key}`,
      `key.revoke key:${key}`,
      `user.disable user:${user}`,
      `user.enable user:${user}`,
      `plan.set user:${user}`,
      `approval.approve user:${user}`,
      `approval.revoke user:${user}`,
    ])
    expect((await actions('--workspace', workspace)).toReversed()).toEqual([
      `workspace.create workspace:${workspace}`,
      `member.add user:${user}`,
      `member.remove user:${user}`,
      `key.create key:${key}`,
    ])
  })

  test('has nothing of a command that failed', async () => {
    const before = await actions()
    await line.refusal('users', 'disable', 987_654)
    await line.refusal('plans', 'set', '--user', 987_654, '--sms-daily', 7)
    expect(await actions()).toEqual(before)
  })

  test('shows what a person’s keys did, and of one key, in pages', async () => {
    const partner = await developer(line.app)
    await partner.user()
    await partner.user({ email: 5 })
    const user = ['--user', partner.tenant.userId] as const
    expect(await actions(...user)).toEqual([
      'user.create null',
      expect.stringMatching(/^user\.create user:\d+$/),
    ])
    expect(await actions('--key', partner.keyId)).toHaveLength(2)
    const { entries } = await line.printed('audit', 'list', ...user, '--limit', 1)
    const [newest] = entries as { id: number; outcome: string }[]
    expect(newest?.outcome).toBe('invalid_email')
    expect(await actions(...user, '--before', newest?.id ?? 0)).toHaveLength(1)
    const { stdout } = await line.run('audit', 'list', ...user)
    expect(stdout).toContain(`key ${partner.keyId} of user ${partner.tenant.userId}`)
    expect((await line.run('audit', 'list', '--workspace', 987_654)).stdout).toContain('no such entries')
  })
})
