import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { readOrMakeKeyFile } from '../../../platform/secrets/key-file.ts'
import { openKeyring } from '../../../platform/secrets/keyring.ts'
import { secretKeyId } from '../../../platform/secrets/vault.ts'
import { systemSecret } from '../../../platform/secrets/system-secret.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let directory: string
let file: string
let line: CommandLine
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bureau-secrets-'))
  file = join(directory, 'secret.key')
  line = await commandLine({ keyring: openKeyring(await readOrMakeKeyFile(file), file) })
  await systemSecret(line.context)
})
afterAll(async () => {
  await line.close()
  await rm(directory, { recursive: true, force: true })
})

const keyIds = () => line.context.keyring.keys().map(secretKeyId)

const audited = async (): Promise<readonly string[]> =>
  (
    await line.context.database.rows<{ entry: string }>(
      sql`select action || ' ' || target as entry from identity.audit where action like 'secrets.%' order by id`,
    )
  ).map(({ entry }) => entry)

describe('secrets rotate', () => {
  test('says what it did and where old keys are, without a key, and leaves an audit entry', async () => {
    const [old = ''] = keyIds()
    const { stdout, exit } = await line.run('secrets', 'rotate')
    const [active = ''] = keyIds()
    expect({ stdout, exit }).toEqual({
      stdout:
        `Key ${active} now encrypts everything. 1 stored secret was encrypted again.\n` +
        `The old key ${old} stays in ${file}, because backups made before need it. To remove it: bureau secrets forget-old\n`,
      exit: 0,
    })
    for (const key of (await readFile(file, 'utf8')).trim().split(',')) expect(stdout).not.toContain(key)
    expect(await audited()).toEqual([`secrets.rotate secret-key:${active}`])
  })
})

describe('secrets status', () => {
  test('says which keys there are and what each of them seals', async () => {
    const [active = '', old = ''] = keyIds()
    expect(await line.printed('secrets', 'status')).toEqual({
      key_file: file,
      unfinished: false,
      keys: [
        { id: active, state: 'active', secrets: { 'secrets of the installation': 1 } },
        { id: old, state: 'old', secrets: {} },
      ],
    })
    expect((await line.run('secrets', 'status')).stdout).toMatch(
      new RegExp(`^KEY +STATE +SECRETS\n${active} +active +1\n${old} +old +0\n`),
    )
  })
})

describe('secrets forget-old', () => {
  test('removes old keys when nothing needs them any more', async () => {
    const [active = '', old = ''] = keyIds()
    expect(await line.refusal('secrets', 'forget-old')).toContain('The old keys are still in use until')
    line.app.clock.advance(2 * 60 * 60 * 1000)
    expect((await line.run('secrets', 'forget-old')).stdout).toBe(
      `Removed from ${file}: ${old}. Its only key is ${active}.\n`,
    )
    expect((await line.run('secrets', 'forget-old')).stdout).toBe(
      `${file} has no old keys. Its only key is ${active}.\n`,
    )
    expect(await audited()).toEqual([
      `secrets.rotate secret-key:${active}`,
      `secrets.forget secret-key:${old}`,
    ])
  })
})

describe('system-secret rotate', () => {
  const accepts = async (secret: unknown) =>
    (
      await line.app.call('sms', {
        method: 'POST',
        url: '/api/v1/system/send',
        key: String(secret),
        payload: { to: '+12025550123', body: 'x', purpose: 'notice' },
      })
    ).status !== 401

  test('accepts the old secret for a day, and says so', async () => {
    const { secret: old } = await line.printed('system-secret', 'show')
    const until = new Date(line.app.clock.now().getTime() + 24 * 60 * 60 * 1000)
    const made = await line.printed('system-secret', 'rotate')
    expect(made).toEqual({ secret: expect.stringMatching(/^\w{48}$/), old_expires_at: until.toISOString() })
    expect(await line.printed('system-secret', 'show')).toEqual(made)
    const shown = await line.run('system-secret', 'show')
    // Scripts read the secret alone.
    expect(shown.stdout).toBe(`${String(made['secret'])}\n`)
    expect(shown.stderr).toMatch(/^The old secret works until 2\d{3}-.*Z\.\n$/)
    expect([await accepts(old), await accepts(made['secret'])]).toEqual([true, true])
    line.app.clock.advance(24 * 60 * 60 * 1000 - 1)
    expect(await accepts(old)).toBe(true)
    line.app.clock.advance(1)
    expect([await accepts(old), await accepts(made['secret'])]).toEqual([false, true])
    expect(await line.printed('system-secret', 'show')).toMatchObject({ old_expires_at: null })
  })

  test('keeps each promise when it is rotated again, and with 0 ends all old secrets at once', async () => {
    const { secret: first } = await line.printed('system-secret', 'rotate')
    const { secret: second } = await line.printed('system-secret', 'rotate', '--overlap', '2')
    const { secret: third } = await line.printed('system-secret', 'rotate', '--overlap', '1')
    expect([await accepts(first), await accepts(second), await accepts(third)]).toEqual([true, true, true])
    const { secret: last, old_expires_at: until } = await line.printed(
      'system-secret',
      'rotate',
      '--overlap',
      '0',
    )
    expect(until).toBeNull()
    for (const secret of [first, second, third]) expect(await accepts(secret)).toBe(false)
    expect(await accepts(last)).toBe(true)
    expect(await line.run('system-secret', 'rotate', '--overlap', '721')).toMatchObject({ exit: 2 })
  })
})
