import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

async function newKey(...more: string[]) {
  const { owner, id: workspace } = await line.organization()
  const owned = ['--user', owner, '--workspace', workspace] as const
  const made = await line.printed('keys', 'create', '--service', 'files', '--scopes', '*', ...owned, ...more)
  return { owner, workspace, id: Number(made['id']), key: String(made['key']) }
}

const ask = (key: string) => line.app.call('files', { url: '/api/v1/files', key })
const statusOf = async (key: string): Promise<number> => (await ask(key)).status
const codeOf = async (key: string): Promise<unknown> =>
  ((await ask(key)).body as { error?: { code: string } }).error?.code

const shown = async (id: number) => (await line.printed('keys', 'show', id))['key'] as Record<string, unknown>

const audited = async (id: number): Promise<readonly string[]> =>
  (
    await line.context.database.rows<{ action: string }>(
      sql`select action from identity.audit where target = ${`key:${id}`} order by id`,
    )
  ).map(({ action }) => action)

describe('keys update', () => {
  test('changes what is named at once, and leaves the rest', async () => {
    const { id, key } = await newKey('--per-minute', '5', '--expires', '2100-01-01')
    expect(await statusOf(key)).toBe(200)
    await line.printed('keys', 'update', id, '--per-minute', '1', '--name', 'Printer')
    expect(await codeOf(key)).toBe('rate_limited')
    expect(await shown(id)).toMatchObject({
      name: 'Printer',
      per_minute: 1,
      per_day: 50_000,
      scopes: ['*'],
      expires_at: '2100-01-01T00:00:00.000Z',
    })
    await line.printed('keys', 'update', id, '--per-minute', '100', '--ips', '203.0.113.0/24')
    expect(await codeOf(key)).toBe('ip_blocked')
    await line.printed('keys', 'update', id, '--ips', '', '--expires', 'never', '--scopes', 'share:write')
    expect(await codeOf(key)).toBe('insufficient_scope')
    expect(await shown(id)).toMatchObject({ ips: [], expires_at: null, scopes: ['share:write'] })
    expect(await audited(id)).toEqual(['key.create', 'key.update', 'key.update', 'key.update'])
  })

  test('refuses what a new key could not be, and keys that were revoked', async () => {
    const { id } = await newKey()
    expect(await line.run('keys', 'update', id)).toMatchObject({ exit: 2 })
    expect(await line.refusal('keys', 'update', id, '--scopes', 'fly')).toContain('"fly" does not exist')
    expect(await line.refusal('keys', 'update', id, '--ips', 'x')).toContain('not an IP address')
    expect(await line.refusal('keys', 'update', id, '--expires', '2001-01-01')).toContain('in the future')
    await line.printed('keys', 'revoke', id)
    expect(await line.refusal('keys', 'update', id, '--name', 'x')).toContain(`Key ${id} is revoked`)
    expect(await line.refusal('keys', 'update', 987_654, '--name', 'x')).toContain('does not exist')
  })
})

describe('keys rotate', () => {
  test('makes a key with the same rights, and revokes the old one', async () => {
    const { id, key } = await newKey('--per-minute', '7', '--ips', '127.0.0.1', '--expires', '2100-01-01')
    const made = await line.printed('keys', 'rotate', id)
    expect(made).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^bf_live_\w{38}$/),
      replaces: id,
      old_expires_at: null,
    })
    expect([await statusOf(String(made['key'])), await codeOf(key)]).toEqual([200, 'token_revoked'])
    const [old, successor] = [await shown(id), await shown(Number(made['id']))]
    const own = ['id', 'prefix', 'created_at', 'revoked_at', 'last_used_at', 'state']
    const rights = (of: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(of).filter(([name]) => !own.includes(name)))
    expect(rights(successor)).toEqual(rights(old))
    expect(await audited(id)).toEqual(['key.create', 'key.rotate'])
    expect(await line.refusal('keys', 'rotate', id)).toContain(`Key ${id} is revoked`)
    expect(await line.refusal('keys', 'rotate', 987_654)).toContain('does not exist')
  })

  test('lets the old key work for a while with --overlap, and not past its own end', async () => {
    const { id, key } = await newKey()
    const now = line.context.clock.now().getTime()
    const later = (ms: number) => new Date(now + ms).toISOString()
    const made = await line.printed('keys', 'rotate', id, '--overlap', '30m')
    expect(made).toMatchObject({ old_expires_at: later(1_800_000) })
    expect([await statusOf(key), await statusOf(String(made['key']))]).toEqual([200, 200])
    expect(await shown(Number(made['id']))).toMatchObject({ expires_at: null })
    const soon = await newKey('--expires', later(60_000))
    expect(await line.printed('keys', 'rotate', soon.id, '--overlap', '24h')).toMatchObject({
      old_expires_at: later(60_000),
    })
    for (const wrong of ['x', '31d', '-1', '5w'])
      expect(await line.run('keys', 'rotate', id, `--overlap=${wrong}`)).toMatchObject({ exit: 2 })
  })

  test('of one key, several times at once, makes one successor', async () => {
    const { id } = await newKey()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => line.run('keys', 'rotate', id)))
    expect(outcomes.filter(({ exit }) => exit === 0)).toHaveLength(1)
  })
})
