import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { commandLine, type CommandLine } from './commands.testing.ts'
import { perform, prepare } from './execute.ts'
import { DatabaseUnavailable } from '../platform/database/health.ts'
import { sendMail } from '../platform/mail/send-mail.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

const keyFor = (service: string, scope: string, user: number, workspace: number) =>
  [
    'keys',
    'create',
    '--service',
    service,
    '--user',
    user,
    '--workspace',
    workspace,
    '--scopes',
    scope,
  ] as const

const callMe = async (key: unknown): Promise<number> =>
  (await line.app.call('files', { url: '/api/v1/me', key: String(key) })).status

describe('users', () => {
  test('create prints ids and the normalised address', async () => {
    const names = ['--first-name', 'Ann', '--last-name', 'Lee']
    const user = await line.printed(
      'users',
      'create',
      '--email',
      'Ann@Example.com',
      ...names,
      '--password',
      'long enough',
    )
    expect(user).toEqual({
      id: expect.any(Number),
      email: 'ann@example.com',
      workspace_id: expect.any(Number),
    })
    expect(await line.refusal('users', 'create', '--email', 'ANN@example.com', ...names)).toBe(
      'bureau: A user with the address ann@example.com already exists. Use a different address.\n',
    )
    expect(
      await line.refusal('users', 'create', '--email', 'bea@example.com', ...names, '--plan', 'gold'),
    ).toBe('bureau: Plan "gold" does not exist.\n')
  })

  test('disable stops keys and enable lets them in again', async () => {
    const { owner, id } = await line.organization()
    const { key } = await line.printed(...keyFor('files', '*', owner, id))
    expect(await callMe(key)).toBe(200)
    expect(await line.printed('users', 'disable', owner)).toEqual({ ok: true, id: owner, disabled: true })
    expect(await callMe(key)).toBe(401)
    await line.printed('users', 'enable', owner)
    expect(await callMe(key)).toBe(200)
    expect(await line.refusal('users', 'enable', 9_007_199_254_740_991)).toContain(
      'User 9007199254740991 does not exist.',
    )
  })
})

describe('workspaces', () => {
  const limitOf = (id: number) =>
    line.context.database.one<{ limit_bytes: number | null }>(sql`
      select limit_bytes from files.usage where workspace_id = ${id}`)

  test('create makes an organization, with the storage that it is given', async () => {
    const owner = (await line.person()).id
    const { id } = await line.printed(
      'workspaces',
      'create',
      '--owner',
      owner,
      '--name',
      'Small',
      '--quota',
      '1000',
    )
    expect(await limitOf(Number(id))).toEqual({ limit_bytes: 1000 })
    expect(await line.refusal('workspaces', 'create', '--owner', 987_654, '--name', 'Nobody’s')).toContain(
      'User 987654 does not exist.',
    )
  })

  test('quota and show count one byte as one', async () => {
    const { id } = await line.organization()
    expect((await line.run('workspaces', 'quota', id, '1')).stdout).toContain('may store 1 byte.')
    expect((await line.run('workspaces', 'show', id)).stdout).toContain('0 files, 0 folders')
  })

  test('quota sets a limit or none', async () => {
    const { id } = await line.organization()
    expect(await line.printed('workspaces', 'quota', id, '5')).toEqual({ ok: true, id, quota: 5 })
    expect(await line.printed('workspaces', 'quota', id, 'unlimited')).toEqual({ ok: true, id, quota: null })
    expect(await limitOf(id)).toEqual({ limit_bytes: null })
    expect(await line.refusal('workspaces', 'quota', 987_654, '5')).toContain(
      'Workspace 987654 does not exist.',
    )
  })
})

describe('members', () => {
  test('are added and removed once each', async () => {
    const { owner, id } = await line.organization()
    const guest = (await line.person()).id
    const both = ['--workspace', id, '--user', guest]
    expect(await line.printed('members', 'add', ...both, '--role', 'admin')).toMatchObject({
      ok: true,
      role: 'admin',
    })
    expect(await line.refusal('members', 'add', ...both, '--role', 'member')).toContain(
      `User ${guest} is already a member of workspace ${id}.`,
    )
    expect(await line.refusal('members', 'add', ...both, '--role', 'member')).toContain('bureau members role')
    await line.printed('members', 'remove', ...both)
    expect(await line.refusal('members', 'remove', ...both)).toContain(
      `User ${guest} is not a member of workspace ${id}.`,
    )
    expect(await line.refusal('members', 'remove', '--workspace', id, '--user', owner)).toContain(
      `User ${owner} owns workspace ${id} and cannot be removed`,
    )
    expect(
      await line.refusal('members', 'add', '--workspace', id, '--user', 987_654, '--role', 'member'),
    ).toContain('User 987654 does not exist.')
  })
})

describe('members role', () => {
  test('changes the role of a member, never of the owner', async () => {
    const { owner, id } = await line.organization()
    const guest = (await line.person()).id
    const both = ['--workspace', id, '--user', guest]
    expect(await line.refusal('members', 'role', ...both, '--role', 'admin')).toContain('is not a member')
    await line.printed('members', 'add', ...both, '--role', 'member')
    expect(await line.printed('members', 'role', ...both, '--role', 'admin')).toMatchObject({ role: 'admin' })
    expect(await line.printed('members', 'show', ...both)).toMatchObject({ member: { role: 'admin' } })
    const ofOwner = ['--workspace', id, '--user', owner]
    expect(await line.refusal('members', 'role', ...ofOwner, '--role', 'admin')).toContain(
      'The role of an owner cannot change.',
    )
  })
})

describe('plans', () => {
  test('set changes the given options and leaves the rest', async () => {
    const { id } = await line.person()
    const payg = ['--payg', 'on', '--cap-micros', '9000000000', '--price-micros', '7']
    await line.printed('plans', 'set', '--user', id, '--services', 'files', '--sms-daily', '5', ...payg)
    expect(await line.printed('plans', 'set', '--user', id, '--active', 'no')).toEqual({
      ok: true,
      user_id: id,
      active: false,
      services: ['files'],
      sms_daily: 5,
      payg: true,
      cap_micros: 9_000_000_000,
      price_micros: 7,
    })
    expect(await line.refusal('plans', 'set', '--user', 987_654, '--active', 'no')).toContain(
      'User 987654 does not exist.',
    )
  })
})

describe('keys', () => {
  test('create prints a key that works until it is revoked', async () => {
    const { owner, id } = await line.organization()
    const limits = ['--per-minute', '100000', '--per-day', '1000000', '--name', 'Backups', '--env', 'test']
    const made = await line.printed(...keyFor('files', 'files:read', owner, id), ...limits)
    expect(made).toEqual({ id: expect.any(Number), key: expect.stringMatching(/_test_/) })
    expect(await callMe(made['key'])).toBe(200)
    expect(await line.printed('keys', 'revoke', Number(made['id']))).toEqual({ ok: true, id: made['id'] })
    expect(await callMe(made['key'])).toBe(401)
    expect(await line.refusal('keys', 'revoke', 987_654)).toContain('Key 987654 does not exist.')
  })

  test('create refuses what the key could never use', async () => {
    const { owner, id } = await line.organization()
    const other = await line.organization()
    const foreign = await line.number('--workspace', other.id)
    const start = (service: string, scope: string) => keyFor(service, scope, owner, id)
    expect(await line.refusal(...start('sms', 'messages:send'), '--number', foreign)).toContain(
      'belongs to another workspace',
    )
    expect(await line.refusal(...start('sms', 'messages:send'), '--number', 987_654)).toContain(
      'Number 987654 does not exist.',
    )
    expect(await line.refusal(...start('files', '*'), '--folder', 'abcdefgh')).toContain(
      'Folder "abcdefgh" does not exist',
    )
    expect(await line.refusal(...start('files', '*'), '--expires', '2020-01-01')).toContain(
      'would have expired on 2020-01-01',
    )
    expect(await line.refusal(...start('files', 'messages:send'))).toContain(
      'Scope "messages:send" does not exist in the files API. Use: files:read',
    )
    expect(await line.refusal(...start('provisioning', 'users:create'))).toContain(
      'not approved for provisioning',
    )
    expect(await line.refusal(...start('files', '*'), '--ips', '300.1.1.1')).toContain(
      'is not an IP address or CIDR range',
    )
  })
})

describe('provisioning', () => {
  test('is approved and revoked', async () => {
    const { id } = await line.person()
    expect(await line.printed('provisioning', 'approve', '--user', id)).toMatchObject({ approved: true })
    expect(await line.printed('provisioning', 'revoke', '--user', id)).toMatchObject({ approved: false })
    expect(await line.refusal('provisioning', 'revoke', '--user', id)).toContain('not approved')
    expect(await line.refusal('provisioning', 'approve', '--user', 987_654)).toContain(
      'User 987654 does not exist.',
    )
  })
})

describe('mail list', () => {
  test('shows mails newest first, of one address when it is asked for', async () => {
    const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', links: ['https://files.test/x'] }
    const cause = { kind: { name: 'test', perRecipientMax: 10 }, scopeId: null, address: null }
    await line.context.database.transaction(async (tx) => {
      for (const to of ['one@example.com', 'two@example.com', 'one@example.com'])
        await sendMail(tx, { to, ...mail }, cause)
    })
    const { mails } = (await line.printed('mail', 'list', '--to', 'One@example.com')) as {
      mails: { id: number }[]
    }
    expect(mails).toHaveLength(2)
    expect(mails[0]).toEqual({
      id: expect.any(Number),
      to: 'one@example.com',
      ...mail,
      created_at: line.app.clock.now().toISOString(),
      status: 'waiting',
      error: null,
    })
    expect(mails[0]?.id).toBeGreaterThan(mails[1]?.id ?? Infinity)
  })
})

describe('system-secret show', () => {
  test('prints the same secret each time', async () => {
    const first = await line.printed('system-secret', 'show')
    expect(first).toEqual({ secret: expect.stringMatching(/^\w{48}$/), old_expires_at: null })
    expect(await line.printed('system-secret', 'show')).toEqual(first)
  })
})

describe('a database that is away', () => {
  test('is said in a sentence, and does not count as a defect', async () => {
    const readied = prepare(['numbers', 'list'])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const rows = () => Promise.reject(new DatabaseUnavailable())
    const away = { ...line.context, database: { ...line.context.database, rows } }
    expect(await perform(readied.prepared, away)).toEqual({
      exit: 1,
      stdout: '',
      stderr:
        'bureau: The database does not answer. Check whether the command took effect before you run it again.\n',
    })
  })
})

describe('a defect', () => {
  test('is logged and said in one line without a stack', async () => {
    const readied = prepare(['numbers', 'list'])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const rows = () => Promise.reject(new TypeError('secret inner words'))
    const broken = { ...line.context, database: { ...line.context.database, rows } }
    const { exit, stdout, stderr } = await perform(readied.prepared, broken)
    expect({ exit, stdout, stderr }).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'bureau: "numbers list" failed unexpectedly. See the log for the cause.\n',
    })
    expect(line.app.takeErrors()).toMatchObject([{ fields: { command: 'numbers list' } }])
  })
})
