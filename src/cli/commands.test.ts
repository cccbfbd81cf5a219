import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { sql } from '../platform/database/sql.ts'
import { type TestApp, testApp } from '../../test/harness.ts'
import type { CommandContext } from './command.ts'
import { perform, prepare } from './execute.ts'
import type { Outcome } from './outcome.ts'

let app: TestApp
let context: CommandContext

beforeAll(async () => {
  app = await testApp()
  const dataDir = mkdtempSync(join(tmpdir(), 'bureau-cli-'))
  context = { ...app.context, dataDir, serverRuns: false, toldOrigins: [] }
})

afterAll(async () => {
  await app.close()
  rmSync(context.dataDir, { recursive: true, force: true })
})

async function run(...argv: (string | number)[]): Promise<Outcome> {
  const readied = prepare(argv.map(String))
  return 'outcome' in readied ? readied.outcome : perform(readied.prepared, context)
}

/** The object that a command prints with --json. */
async function printed(...argv: (string | number)[]): Promise<Record<string, unknown>> {
  const { exit, stdout, stderr } = await run(...argv, '--json')
  if (exit !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** The line that a failing command says. */
async function refusal(...argv: (string | number)[]): Promise<string> {
  const { exit, stdout, stderr } = await run(...argv, '--json')
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
  return stderr
}

let people = 0
async function person(): Promise<{ id: number; workspace_id: number }> {
  const names = ['--first-name', 'Ann', '--last-name', 'Lee']
  const user = await printed('users', 'create', '--email', `cli-${++people}@example.com`, ...names)
  return { id: Number(user['id']), workspace_id: Number(user['workspace_id']) }
}

async function organization(): Promise<{ owner: number; id: number }> {
  const owner = (await person()).id
  const { id } = await printed('workspaces', 'create', '--owner', owner, '--name', 'Lee & Sons')
  return { owner, id: Number(id) }
}

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

let phones = 0
async function number(...more: (string | number)[]): Promise<number> {
  const phone = `+1202555${String(1000 + ++phones)}`
  const where = more.length > 0 ? more : ['--pool']
  const { id } = await printed('numbers', 'add', '--phone', phone, '--carrier', 'simulator', ...where)
  return Number(id)
}

const callMe = async (key: unknown): Promise<number> =>
  (await app.call('files', { url: '/api/v1/me', key: String(key) })).status

describe('users', () => {
  test('create prints ids and the normalised address', async () => {
    const names = ['--first-name', 'Ann', '--last-name', 'Lee']
    const user = await printed(
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
    expect(await refusal('users', 'create', '--email', 'ANN@example.com', ...names)).toBe(
      'bureau: There is a user with this e-mail address already.\n',
    )
    expect(await refusal('users', 'create', '--email', 'bea@example.com', ...names, '--plan', 'gold')).toBe(
      'bureau: There is no such plan.\n',
    )
  })

  test('disable stops keys and enable lets them in again', async () => {
    const { owner, id } = await organization()
    const { key } = await printed(...keyFor('files', '*', owner, id))
    expect(await callMe(key)).toBe(200)
    expect(await printed('users', 'disable', owner)).toEqual({ ok: true, id: owner, disabled: true })
    expect(await callMe(key)).toBe(401)
    await printed('users', 'enable', owner)
    expect(await callMe(key)).toBe(200)
    expect(await refusal('users', 'enable', 9_007_199_254_740_991)).toContain(
      'There is no user 9007199254740991.',
    )
  })
})

describe('workspaces', () => {
  const limitOf = (id: number) =>
    context.database.one<{ limit_bytes: number | null }>(sql`
      select limit_bytes from files.usage where workspace_id = ${id}`)

  test('create makes an organization, with the storage that it is given', async () => {
    const owner = (await person()).id
    const { id } = await printed(
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
    expect(await refusal('workspaces', 'create', '--owner', 987_654, '--name', 'Nobody’s')).toContain(
      'There is no user 987654.',
    )
  })

  test('quota sets a limit or none', async () => {
    const { id } = await organization()
    expect(await printed('workspaces', 'quota', id, '5')).toEqual({ ok: true, id, quota: 5 })
    expect(await printed('workspaces', 'quota', id, 'unlimited')).toEqual({ ok: true, id, quota: null })
    expect(await limitOf(id)).toEqual({ limit_bytes: null })
    expect(await refusal('workspaces', 'quota', 987_654, '5')).toContain('There is no workspace 987654.')
  })
})

describe('members', () => {
  test('are added and removed once each', async () => {
    const { owner, id } = await organization()
    const guest = (await person()).id
    const both = ['--workspace', id, '--user', guest]
    expect(await printed('members', 'add', ...both, '--role', 'admin')).toMatchObject({
      ok: true,
      role: 'admin',
    })
    expect(await refusal('members', 'add', ...both, '--role', 'member')).toContain(
      'is a member of the workspace already',
    )
    await printed('members', 'remove', ...both)
    expect(await refusal('members', 'remove', ...both)).toContain('is no removable member')
    expect(await refusal('members', 'remove', '--workspace', id, '--user', owner)).toContain(
      'the owner stays',
    )
    expect(
      await refusal('members', 'add', '--workspace', id, '--user', 987_654, '--role', 'member'),
    ).toContain('There is no such user.')
  })
})

describe('plans', () => {
  test('set changes what is given and leaves the rest', async () => {
    const { id } = await person()
    const payg = ['--payg', 'on', '--cap-micros', '9000000000', '--price-micros', '7']
    await printed('plans', 'set', '--user', id, '--services', 'files', '--sms-daily', '5', ...payg)
    expect(await printed('plans', 'set', '--user', id, '--active', 'no')).toEqual({
      ok: true,
      user_id: id,
      active: false,
      services: ['files'],
      sms_daily: 5,
      payg: true,
      cap_micros: 9_000_000_000,
      price_micros: 7,
    })
    expect(await refusal('plans', 'set', '--user', 987_654, '--active', 'no')).toContain(
      'There is no user 987654.',
    )
  })
})

describe('keys', () => {
  test('create prints a key that works until it is revoked', async () => {
    const { owner, id } = await organization()
    const limits = ['--per-minute', '100000', '--per-day', '1000000', '--name', 'Backups', '--env', 'test']
    const made = await printed(...keyFor('files', 'files:read', owner, id), ...limits)
    expect(made).toEqual({ id: expect.any(Number), key: expect.stringMatching(/_test_/) })
    expect(await callMe(made['key'])).toBe(200)
    expect(await printed('keys', 'revoke', Number(made['id']))).toEqual({ ok: true, id: made['id'] })
    expect(await callMe(made['key'])).toBe(401)
    expect(await refusal('keys', 'revoke', 987_654)).toContain('There is no key 987654.')
  })

  test('create refuses what the key could never use', async () => {
    const { owner, id } = await organization()
    const other = await organization()
    const foreign = await number('--workspace', other.id)
    const start = (service: string, scope: string) => keyFor(service, scope, owner, id)
    expect(await refusal(...start('sms', 'messages:send'), '--number', foreign)).toContain(
      'belongs to another workspace',
    )
    expect(await refusal(...start('sms', 'messages:send'), '--number', 987_654)).toContain(
      'There is no number 987654.',
    )
    expect(await refusal(...start('files', '*'), '--folder', 'abcdefgh')).toContain(
      'has no folder "abcdefgh"',
    )
    expect(await refusal(...start('files', '*'), '--expires', '2020-01-01')).toContain('lies in the past')
    expect(await refusal(...start('files', 'messages:send'))).toContain('files has no scope "messages:send"')
    expect(await refusal(...start('provisioning', 'users:create'))).toContain('not approved for provisioning')
    expect(await refusal(...start('files', '*'), '--ips', '300.1.1.1')).toContain(
      'no IP address or CIDR range',
    )
  })
})

describe('numbers and the simulator', () => {
  test('are added, listed, switched, assigned and removed', async () => {
    const { id: workspace } = await organization()
    const id = await number('--workspace', workspace, '--label', 'Desk')
    const { numbers } = await printed('numbers', 'list')
    expect(numbers).toContainEqual(expect.objectContaining({ id, label: 'Desk', workspace_id: workspace }))
    expect(await printed('numbers', 'online', id, 'no')).toMatchObject({ id, online: false })
    expect(await printed('numbers', 'assign', id, '--pool')).toMatchObject({ id, pool: true })
    expect(await printed('numbers', 'remove', id)).toMatchObject({ ok: true, id })
    expect(await refusal('numbers', 'online', id, 'yes')).toContain(`There is no number ${id}.`)
  })

  test('belong to the pool or to a workspace, and not to both', async () => {
    const phone = ['numbers', 'add', '--phone', '+12025550999', '--carrier', 'simulator'] as const
    for (const where of [[], ['--pool', '--workspace', '1']])
      expect(await run(...phone, ...where)).toMatchObject({ exit: 2, stdout: '' })
    expect(await refusal(...phone, '--workspace', '987654')).toContain('There is no workspace 987654.')
    expect(await refusal('numbers', 'add', '--phone', '12', '--carrier', 'simulator', '--pool')).toContain(
      '"12"',
    )
  })

  test('receive texts, also such that begin with a dash', async () => {
    const { id: workspace } = await organization()
    const id = await number('--workspace', workspace)
    const from = ['--number', id, '--from', '+12025550123']
    expect(await printed('sim', 'inbound', ...from, '--body', '- milk')).toMatchObject({ ok: true })
    expect(
      await printed(
        'sim',
        'set',
        '--number',
        id,
        '--deliver-ms',
        '20',
        '--fail-rate',
        '0.5',
        '--hold',
        'yes',
      ),
    ).toEqual({
      ok: true,
      id,
      deliver_ms: 20,
      fail_rate: 0.5,
      hold: true,
    })
    expect(await printed('sim', 'outbox', '--number', id)).toEqual({ messages: [] })
    expect(await refusal('sim', 'outbox', '--number', 987_654)).toContain('987654')
  })
})

describe('provisioning', () => {
  test('is approved and revoked', async () => {
    const { id } = await person()
    expect(await printed('provisioning', 'approve', '--user', id)).toMatchObject({ approved: true })
    expect(await printed('provisioning', 'revoke', '--user', id)).toMatchObject({ approved: false })
    expect(await refusal('provisioning', 'revoke', '--user', id)).toContain('not approved')
    expect(await refusal('provisioning', 'approve', '--user', 987_654)).toContain('There is no such user.')
  })
})

describe('mail list', () => {
  test('shows mails newest first, of one address when it is asked for', async () => {
    const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', links: ['https://files.test/x'] }
    await context.database.transaction(async (tx) => {
      for (const to of ['one@example.com', 'two@example.com', 'one@example.com'])
        await tx.mail({ to, ...mail })
    })
    const { mails } = (await printed('mail', 'list', '--to', 'One@example.com')) as {
      mails: { id: number }[]
    }
    expect(mails).toHaveLength(2)
    expect(mails[0]).toEqual({
      id: expect.any(Number),
      to: 'one@example.com',
      ...mail,
      created_at: app.clock.now().toISOString(),
    })
    expect(mails[0]?.id).toBeGreaterThan(mails[1]?.id ?? Infinity)
  })
})

describe('system-secret show', () => {
  test('prints the same secret each time', async () => {
    const first = await printed('system-secret', 'show')
    expect(first).toEqual({ secret: expect.stringMatching(/^\w{48}$/) })
    expect(await printed('system-secret', 'show')).toEqual(first)
  })
})

describe('doctor', () => {
  test('finds nothing wrong with a sound installation, and says so in words as well', async () => {
    const sound = { ...context, clock: systemClock }
    const readied = prepare(['doctor', '--json'])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const { exit, stdout } = await perform(readied.prepared, sound)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; ok: boolean }[] }
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect({ exit, ok }).toEqual({ exit: 0, ok: true })
  })

  test('fails with code 1 and the reasons when something is wrong', async () => {
    const keyFile = join(context.dataDir, 'secret.key')
    writeFileSync(keyFile, 'x')
    chmodSync(keyFile, 0o644)
    const { exit, stdout, stderr } = await run('doctor', '--json')
    rmSync(keyFile)
    expect(exit).toBe(1)
    // The clock of the tests stands still, years from that of the database.
    expect(stderr).toMatch(/^bureau: 2 of \d+ checks failed: clock, key file\.\n$/)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: unknown[] }
    expect(ok).toBe(false)
    expect(checks).toContainEqual({
      name: 'key file',
      ok: false,
      detail: expect.stringContaining('chmod 600'),
    })
  })
})

describe('a defect', () => {
  test('is logged and said in one line without a stack', async () => {
    const readied = prepare(['numbers', 'list'])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const rows = () => Promise.reject(new TypeError('secret inner words'))
    const broken = { ...context, database: { ...context.database, rows } }
    const { exit, stdout, stderr } = await perform(readied.prepared, broken)
    expect({ exit, stdout, stderr }).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'bureau: "numbers list" failed unexpectedly; the log says why.\n',
    })
    expect(app.errors.at(-1)).toMatchObject({ fields: { command: 'numbers list' } })
  })
})
