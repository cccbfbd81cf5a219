import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('members owner', () => {
  test('replaces an owner, disabled or not, by a member or by somebody else', async () => {
    const { owner, id } = await line.organization()
    const [guest, third] = [(await line.person()).id, (await line.person()).id]
    const roleOf = async (user: number) =>
      (await line.printed('members', 'show', '--workspace', id, '--user', user))['member']
    await line.printed('members', 'add', '--workspace', id, '--user', guest, '--role', 'member')
    await line.printed('users', 'disable', owner)
    expect(await line.printed('members', 'owner', '--workspace', id, '--user', guest)).toEqual({
      ok: true,
      workspace_id: id,
      user_id: guest,
      role: 'owner',
    })
    expect(await roleOf(guest)).toMatchObject({ role: 'owner' })
    expect(await roleOf(owner)).toMatchObject({ role: 'admin', disabled: true })
    await line.printed('members', 'owner', '--workspace', id, '--user', third)
    expect(await roleOf(third)).toMatchObject({ role: 'owner' })
    expect(await roleOf(guest)).toMatchObject({ role: 'admin' })
    expect(await line.printed('workspaces', 'show', id)).toMatchObject({ workspace: { owner_id: third } })
    await line.printed('members', 'remove', '--workspace', id, '--user', owner)
  })

  test('refuses a personal workspace, an unknown one, and an owner who is unknown or disabled', async () => {
    const { owner, id } = await line.organization()
    const { id: guest, workspace_id: personal } = await line.person()
    const refusal = (workspace: number, user: number) =>
      line.refusal('members', 'owner', '--workspace', workspace, '--user', user)
    expect(await refusal(personal, owner)).toContain('is personal')
    expect(await refusal(987_654, guest)).toContain('Workspace 987654 does not exist.')
    expect(await refusal(id, 987_654)).toContain('User 987654 does not exist.')
    await line.printed('users', 'disable', guest)
    expect(await refusal(id, guest)).toContain(`User ${guest} is disabled.`)
    expect(await line.printed('members', 'show', '--workspace', id, '--user', owner)).toMatchObject({
      member: { role: 'owner' },
    })
  })
})
