import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../../../console/console.testing.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

const dayMs = 24 * 60 * 60 * 1000

async function personWithKey() {
  const { id, workspace_id: workspace } = await line.person()
  const words = ['--user', id, '--workspace', workspace, '--scopes', '*'] as const
  const { key } = await line.printed('keys', 'create', '--service', 'files', ...words)
  const { user } = (await line.printed('users', 'show', id)) as { user: { email: string } }
  return { id, workspace, email: user.email, key: String(key) }
}

const callMe = async (key: string): Promise<number> =>
  (await line.app.call('files', { url: '/api/v1/me', key })).status

const stateOf = async (id: number): Promise<string | undefined> =>
  /^state: +(.*)$/m.exec((await line.run('users', 'show', id)).stdout)?.[1]

describe('bureau users delete', () => {
  test('without --confirm says what goes, and changes nothing', async () => {
    const person = await personWithKey()
    const { exit, stdout, stderr } = await line.run('users', 'delete', person.id)
    expect(exit).toBe(1)
    expect(stdout).toMatch(/^goes: +the account and its personal workspace, with 1 API key$/m)
    expect(stderr).toBe(
      `bureau: Nothing was deleted. To delete this person: bureau users delete ${person.id} --confirm ${person.email}\n`,
    )
    expect(await callMe(person.key)).toBe(200)
    expect(await line.refusal('users', 'delete', person.id, '--confirm', 'other@example.com')).toBe(
      `bureau: User ${person.id} has another address. Nothing was deleted.\n`,
    )
  })

  test('logs them out and refuses their keys at once, and undelete lets them in again', async () => {
    const person = await personWithKey()
    const browser = await logIn(line.app, person.id)
    expect(await callMe(person.key)).toBe(200)
    await line.printed('users', 'delete', person.id, '--confirm', person.email.toUpperCase())
    expect(await callMe(person.key)).toBe(401)
    expect(await browser.refusal('GET', '/me')).toEqual([401, 'not_logged_in'])
    expect(await stateOf(person.id)).toMatch(/^gone on /)
    expect(await line.refusal('users', 'enable', person.id)).toBe(
      `bureau: User ${person.id} is being deleted. Bring them back with "bureau users undelete".\n`,
    )
    expect(await line.refusal('workspaces', 'create', '--owner', person.id, '--name', 'New')).toBe(
      `bureau: User ${person.id} does not exist.\n`,
    )
    await line.printed('users', 'undelete', person.id)
    expect(await callMe(person.key)).toBe(200)
    expect(await stateOf(person.id)).toBe('active')
  })

  test('leaves a person disabled after undelete who was disabled before', async () => {
    const person = await personWithKey()
    await line.printed('users', 'disable', person.id)
    line.app.clock.advance(1000)
    await line.printed('users', 'delete', person.id, '--confirm', person.email)
    await line.printed('users', 'undelete', person.id)
    expect(await stateOf(person.id)).toMatch(/^disabled since /)
  })

  test('is refused with the list while they own organizations, unless those are being deleted', async () => {
    const { owner, id } = await line.organization()
    const other = await line.printed('workspaces', 'create', '--owner', owner, '--name', 'Second')
    const { user } = (await line.printed('users', 'show', owner)) as { user: { email: string } }
    expect(await line.refusal('users', 'delete', owner)).toBe(
      `bureau: ${user.email} owns workspace ${id} (Lee & Sons), ${String(other['id'])} (Second). Give it another owner first: ` +
        `bureau members owner --workspace ${id} --user ID. Or delete it: bureau workspaces delete ${id}.\n`,
    )
    await line.printed('workspaces', 'delete', id, '--confirm', 'Lee & Sons')
    await line.printed('workspaces', 'delete', Number(other['id']), '--confirm', 'Second')
    await line.printed('users', 'delete', owner, '--confirm', user.email)
    expect(await line.refusal('workspaces', 'undelete', id)).toBe(
      `bureau: The owner of workspace ${id} is being deleted. Bring them back first: bureau users undelete ${owner}.\n`,
    )
  })

  test('cannot be undone when the day is over', async () => {
    const person = await personWithKey()
    await line.printed('users', 'delete', person.id, '--confirm', person.email)
    line.app.clock.advance(dayMs)
    expect(await line.refusal('users', 'undelete', person.id)).toMatch(/cannot be brought back/)
  })
})
