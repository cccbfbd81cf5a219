import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteUses } from '../identity/key/store.ts'
import { createUser } from '../identity/user/create-user.ts'
import { sql } from '../platform/database/sql.ts'
import { sendMail } from '../platform/mail/send-mail.ts'
import { commandLine, type CommandLine } from './commands.testing.ts'
import { listedMax } from './listing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('mail show', () => {
  test('shows the text of a mail, so that a code in it can be read', async () => {
    const mail = { to: 'a@example.com', subject: 'Your code', text: 'It is 123456.\n', html: '', links: [] }
    const kind = { name: 'code', perRecipientMax: 10 }
    const cause = { kind, scopeId: null, address: null }
    await line.context.database.transaction((tx) => sendMail(tx, mail, cause))
    const { mails } = (await line.printed('mail', 'list')) as { mails: { id: number }[] }
    const id = mails[0]?.id ?? 0
    const { exit, stdout } = await line.run('mail', 'show', id)
    expect({ exit, text: stdout.split('\n\n')[1] }).toEqual({ exit: 0, text: 'It is 123456.\n' })
    expect(await line.printed('mail', 'show', id)).toMatchObject({ mail: { id, to: 'a@example.com' } })
    expect(await line.refusal('mail', 'show', 987_654)).toContain('Mail 987654 does not exist.')
  })
})

describe('list and show', () => {
  test('of users tell plan, state and workspaces', async () => {
    const before = (await line.person()).id
    const { owner, id } = await line.organization()
    await line.printed('users', 'disable', owner)
    const { users } = await line.printed('users', 'list', '--after', before)
    expect(users).toMatchObject([
      { id: owner, plan: 'standard', active: true, disabled_at: expect.any(String) },
    ])
    const shown = await line.printed('users', 'show', owner)
    expect(shown).toMatchObject({
      user: { id: owner, has_password: false, approved: false },
      workspaces: [{ type: 'personal' }, { id, type: 'org', role: 'owner' }],
    })
    expect(JSON.stringify(shown)).not.toContain('password_hash')
    expect(await line.refusal('users', 'show', 987_654)).toContain('User 987654 does not exist.')
  })

  test('of workspaces and members tell owner, storage and roles', async () => {
    const { owner, id } = await line.organization()
    expect(await line.printed('workspaces', 'list', '--user', owner)).toMatchObject({
      workspaces: [{ type: 'personal' }, { id, owner_id: owner }],
      next_after: null,
    })
    expect(await line.printed('workspaces', 'show', id)).toMatchObject({
      workspace: { id, members: 1, keys: 0 },
      storage: { used: 0, limit: 10 * 1024 ** 3, files: 0, folders: 0 },
    })
    const member = { workspace_id: id, user_id: owner, role: 'owner', disabled: false }
    expect(await line.printed('members', 'list', '--workspace', id)).toMatchObject({ members: [member] })
    const both = ['--workspace', id, '--user'] as const
    expect(await line.printed('members', 'show', ...both, owner)).toMatchObject({ member })
    expect(await line.refusal('members', 'show', ...both, 987_654)).toContain('is not a member of workspace')
    expect(await line.refusal('members', 'list', '--workspace', 987_654)).toContain('does not exist')
    expect(await line.refusal('workspaces', 'show', 987_654)).toContain('Workspace 987654 does not exist.')
  })

  test('of plans tell what they include', async () => {
    const { id } = await line.person()
    expect(await line.printed('plans', 'list')).toMatchObject({
      plans: [{ name: 'standard', services: ['sms', 'files'], sms_daily: 200, users: expect.any(Number) }],
    })
    await line.printed('plans', 'set', '--user', id, '--sms-daily', '7')
    expect(await line.printed('plans', 'show', '--user', id)).toMatchObject({
      subscription: { user_id: id, plan: 'standard', active: true, sms_daily: 7 },
    })
    expect(await line.refusal('plans', 'show', '--user', 987_654)).toContain('User 987654 does not exist.')
  })

  test('of keys tell the state and the last use, and never the key', async () => {
    const { owner, id } = await line.organization()
    const guest = (await line.person()).id
    await line.printed('members', 'add', '--workspace', id, '--user', guest, '--role', 'member')
    const made = async (user: number, ...more: (string | number)[]) => {
      const owned = ['--service', 'files', '--workspace', id, '--user', user, '--scopes', '*']
      return Number((await line.printed('keys', 'create', ...owned, ...more))['id'])
    }
    const active = await made(owner)
    const revoked = await made(owner)
    await line.printed('keys', 'revoke', revoked)
    const soon = new Date(line.app.clock.now().getTime() + 1000).toISOString()
    const expired = await made(owner, '--expires', soon)
    const orphaned = await made(guest)
    await line.printed('members', 'remove', '--workspace', id, '--user', guest)
    line.app.clock.advance(2000)
    const usedAt = line.app.clock.now()
    await noteUses(line.context.database, new Map([[active, usedAt]]))
    const states = async () => {
      const { keys } = (await line.printed('keys', 'list', '--workspace', id)) as {
        keys: { id: number; state: string; last_used_at: string | null }[]
      }
      return keys.map((key) => [key.id, key.state, key.last_used_at])
    }
    expect(await states()).toEqual([
      [active, 'active', usedAt.toISOString()],
      [revoked, 'revoked', null],
      [expired, 'expired', null],
      [orphaned, 'orphaned', null],
    ])
    await line.printed('users', 'disable', owner)
    expect((await states())[0]?.[1]).toBe('disabled')
    const shown = await line.printed('keys', 'show', active)
    expect(shown).toMatchObject({ key: { id: active, scopes: ['*'], state: 'disabled' } })
    expect(JSON.stringify(shown)).not.toMatch(/digest|bf_live_\w{8}/)
    expect(await line.refusal('keys', 'show', 987_654)).toContain('Key 987654 does not exist.')
  })

  test('show what turns the direction of a name by its code, and a name of several lines on one', async () => {
    const email = 'turned@example.com'
    const names = { firstName: 'A\u202Eb\u2069', lastName: 'c\nd\u001b[31m', plan: 'standard' } as const
    const { setUpWorkspace, database } = line.context
    const { id } = await database.transaction((tx) => createUser(tx, setUpWorkspace, { email, ...names }))
    for (const words of [['list'], ['show', id]])
      expect((await line.run('users', ...words)).stdout).toContain(String.raw`A\u202Eb\u2069 c d [31m`)
  })

  test('have headings, and say what to ask for when there is more', async () => {
    const { setUpWorkspace } = line.context
    const names = { firstName: 'M', lastName: 'Any', plan: 'standard' }
    await line.context.database.transaction(async (tx) => {
      for (let n = 0; n < listedMax; n++)
        await createUser(tx, setUpWorkspace, { email: `many-${n}@example.com`, ...names })
    })
    const { stdout } = await line.run('users', 'list')
    expect(stdout).toMatch(/^ID +EMAIL +NAME +PLAN +STATE +OPERATOR +CREATED\n/)
    const next = Number(/\nThese are 1000\. For the next ones add: --after (\d+)\n$/.exec(stdout)?.[1])
    const rest = await line.printed('users', 'list', '--after', next)
    expect(rest).toMatchObject({ users: expect.any(Array), next_after: null })
    const { count } = await line.context.database.one<{ count: number }>(sql`
      select count(*) as count from identity.user`)
    expect(rest['users']).toHaveLength(count - listedMax)
  })
})
