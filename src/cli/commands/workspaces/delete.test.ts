import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

const dayMs = 24 * 60 * 60 * 1000

const keyOf = async ({ owner, id }: { owner: number; id: number }): Promise<string> => {
  const words = ['--user', owner, '--workspace', id, '--scopes', '*'] as const
  return String((await line.printed('keys', 'create', '--service', 'files', ...words))['key'])
}

const callMe = async (key: string): Promise<number> =>
  (await line.app.call('files', { url: '/api/v1/me', key })).status

const actions = async (target: string): Promise<unknown[]> => {
  const { entries } = (await line.printed('audit', 'list')) as {
    entries: { action: string; target: string | null }[]
  }
  return entries
    .filter((entry) => entry.target === target)
    .map(({ action }) => action)
    .toReversed()
}

describe('bureau workspaces delete', () => {
  test('without --confirm says what goes and what stays, and changes nothing', async () => {
    const workspace = await line.organization()
    const key = await keyOf(workspace)
    await line.number('--workspace', workspace.id)
    const { exit, stdout, stderr } = await line.run('workspaces', 'delete', workspace.id)
    expect(exit).toBe(1)
    expect(stdout).toMatch(/^goes: +1 API key, 1 simulated number, 1 member$/m)
    expect(stdout).toMatch(/^back to the operator: +nothing$/m)
    expect(stdout).toMatch(/^stays: .*audit log for \d+ days; backups, until they expire$/m)
    expect(stderr).toBe(
      `bureau: Nothing was deleted. To delete it: bureau workspaces delete ${workspace.id} --confirm 'Lee & Sons'\n`,
    )
    expect(await callMe(key)).toBe(200)
  })

  test('refuses another name than that of the workspace', async () => {
    const { id } = await line.organization()
    expect(await line.refusal('workspaces', 'delete', id, '--confirm', 'lee & sons')).toBe(
      `bureau: Workspace ${id} has another name. Nothing was deleted.\n`,
    )
  })

  test('revokes at once, shows in the list when it goes, and undelete brings it back', async () => {
    const workspace = await line.organization()
    const { owner, id } = workspace
    const key = await keyOf(workspace)
    expect(await callMe(key)).toBe(200)
    const done = await line.printed('workspaces', 'delete', id, '--confirm', 'Lee & Sons')
    const deleteAt = new Date(line.app.clock.now().getTime() + dayMs).toISOString()
    expect(done).toMatchObject({ id, deleted: true, delete_at: deleteAt })
    expect(await callMe(key)).toBe(401)
    const list = async () =>
      (await line.printed('workspaces', 'list', '--user', owner))['workspaces'] as { id: number }[]
    expect((await list()).find((each) => each.id === id)).toMatchObject({ delete_at: deleteAt })
    expect((await line.run('workspaces', 'show', id)).stdout).toMatch(/^state: +being deleted, gone on /m)
    expect(await line.refusal('workspaces', 'delete', id, '--confirm', 'Lee & Sons')).toMatch(
      /is already being deleted and will be gone on /,
    )
    expect(
      await line.refusal(
        'keys',
        'create',
        '--service',
        'files',
        '--user',
        owner,
        '--workspace',
        id,
        '--scopes',
        '*',
      ),
    ).toContain(`Workspace ${id} does not exist`)
    expect(await line.refusal('numbers', 'assign', await line.number(), '--workspace', id)).toBe(
      `bureau: Workspace ${id} does not exist.\n`,
    )

    await line.printed('workspaces', 'undelete', id)
    expect(await callMe(key)).toBe(200)
    expect((await list()).find((each) => each.id === id)).toMatchObject({ delete_at: null })
    expect(await actions(`workspace:${id}`)).toEqual([
      'workspace.create',
      'workspace.delete',
      'workspace.undelete',
    ])
    expect(await line.refusal('workspaces', 'undelete', id)).toBe(
      `bureau: Workspace ${id} is not being deleted.\n`,
    )
  })

  test('cannot be undone when its day is over', async () => {
    const { id } = await line.organization()
    await line.printed('workspaces', 'delete', id, '--confirm', 'Lee & Sons')
    line.app.clock.advance(dayMs)
    expect(await line.refusal('workspaces', 'undelete', id)).toMatch(/cannot be brought back: its day ended/)
  })

  test('is refused for a personal workspace, and for one that does not exist', async () => {
    const { id, workspace_id: personal } = await line.person()
    expect(await line.refusal('workspaces', 'delete', personal)).toBe(
      `bureau: Workspace ${personal} is personal and goes with its person: bureau users delete ${id}.\n`,
    )
    expect(await line.refusal('workspaces', 'delete', 99_999_999)).toBe(
      'bureau: Workspace 99999999 does not exist.\n',
    )
  })
})
