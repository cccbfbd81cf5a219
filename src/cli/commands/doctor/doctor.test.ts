import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { redisMissing, startRedis } from '../../../platform/limits/redis-server.testing.ts'
import { systemRandom } from '../../../platform/random.ts'
import { systemSecret } from '../../../platform/secrets/system-secret.ts'
import { sql } from '../../../platform/database/sql.ts'
import { secretKeyId } from '../../../platform/secrets/vault.ts'
import { openKeyring } from '../../../platform/secrets/keyring.ts'
import type { CommandContext } from '../../command.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'
import { perform, prepare } from '../../execute.ts'
import type { CheckResult } from '../../../console/doctor/checks.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

/** What the doctor says in a server, with its own clock. */
async function examine(more: Partial<CommandContext> = {}) {
  const context: CommandContext = { ...line.context, clock: systemClock, serverRuns: true, ...more }
  const readied = prepare(['doctor', '--json'])
  if ('outcome' in readied) throw new Error(readied.outcome.stderr)
  const { exit, stdout, stderr } = await perform(readied.prepared, context)
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: CheckResult[] }
  const found = new Map(checks.map((check) => [check.name, check]))
  return { exit, ok, stderr, failed: checks.filter((check) => !check.ok), found }
}

describe('doctor', () => {
  test('finds nothing wrong with a sound installation, and says so in words as well', async () => {
    expect(await examine()).toMatchObject({ failed: [], exit: 0, ok: true })
  })

  test('fails with code 1 and the reasons when something is wrong', async () => {
    const keyFile = join(line.context.dataDir, 'secret.key')
    writeFileSync(keyFile, 'x')
    chmodSync(keyFile, 0o644)
    // The clock of the tests stands still, years from that of the database.
    const { exit, stderr, ok, found } = await examine({ clock: line.context.clock })
    rmSync(keyFile)
    expect([exit, ok]).toEqual([1, false])
    expect(stderr).toMatch(/^bureau: 2 of \d+ checks failed: clock, key file\.\n$/)
    expect(found.get('key file')?.detail).toContain('chmod 600')
  })

  test('fails where no server runs', async () => {
    const { exit, failed } = await examine({ serverRuns: false })
    expect([exit, failed]).toEqual([
      1,
      [{ name: 'server', ok: false, detail: 'It does not run. Start it with "bureau serve".' }],
    ])
  })

  test('looks at the room for blobs, where they are in a directory', async () => {
    const { found } = await examine({ blobsDirectory: join(line.context.dataDir, 'blobs') })
    expect(found.get('blob space')).toMatchObject({ ok: true, detail: expect.stringMatching(/GB free/) })
    expect((await examine()).found.has('blob space')).toBe(false)
  })

  test('says which secrets the keys do not open', async () => {
    await systemSecret(line.context)
    expect((await examine()).found.get('secret key')?.detail).toBe('opens all 1 stored secrets')
    const keyring = openKeyring([systemRandom.bytes(32)], undefined)
    expect((await examine({ keyring })).failed).toEqual([
      {
        name: 'secret key',
        ok: false,
        detail:
          'It does not open 1 of the secrets of the installation. ' +
          'Add the key that sealed them to BUREAU_SECRET_KEY, behind the active one.',
      },
    ])
  })

  test('says which old keys there are, and warns while secrets need them', async () => {
    const [active = Buffer.alloc(0)] = line.context.keyring.keys()
    const [next, old] = [systemRandom.bytes(32), systemRandom.bytes(32)]
    const found = async (...keys: readonly Buffer[]) =>
      (await examine({ keyring: openKeyring(keys, undefined) })).found.get('secret key')
    expect(await found(active, old)).toEqual({
      name: 'secret key',
      ok: true,
      detail: `opens all 1 stored secrets; 1 old key (${secretKeyId(old)}) seals nothing`,
    })
    expect(await found(next, active)).toMatchObject({
      ok: true,
      warning: true,
      detail: '1 stored secret still needs an old key. Seal it with the active one: bureau secrets rotate',
    })
    await line.context.database.run(sql`
      insert into platform.key_rotation (key_id, began_at) values ('00000000', ${line.app.clock.now()})`)
    expect(await found(active)).toMatchObject({
      detail: expect.stringContaining('A rotation was interrupted'),
    })
    await line.context.database.run(sql`delete from platform.key_rotation`)
  })

  test('warns of a pool that sends no text to anybody', async () => {
    const pool = async () => (await examine()).found.get('pool')
    expect(await pool()).toMatchObject({
      ok: true,
      warning: true,
      detail: expect.stringContaining('no number'),
    })
    await line.number()
    expect(await pool()).toMatchObject({
      ok: true,
      warning: true,
      detail: expect.stringContaining('simulated'),
    })
    expect((await line.run('doctor')).stdout).toMatch(/^warning +pool +1 simulated number: no text leaves/m)
    await line.run('numbers', 'add', '--phone', '+12025550190', '--carrier', 'android', '--pool')
    expect(await pool()).toEqual({ name: 'pool', ok: true, detail: '1 real number' })
  })

  test.skipIf(redisMissing)('asks Redis, where counters are in it (redis-server)', async () => {
    const redis = await startRedis()
    const asked = async () => (await examine({ redisUrl: redis.url })).found.get('redis')
    expect(await asked()).toMatchObject({ ok: true, detail: expect.stringMatching(/^counts, [\d.]+ ms/) })
    redis.freeze()
    expect(await asked()).toMatchObject({ ok: false, detail: expect.stringContaining('REDIS_URL') })
    redis.thaw()
    await redis.kill()
    expect(await asked()).toMatchObject({ ok: false, detail: expect.stringContaining('REDIS_URL') })
  })
})
