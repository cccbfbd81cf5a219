import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAll, sealingKeys } from '../src/console/secrets/sealed.testing.ts'
import { sql } from '../src/platform/database/sql.ts'
import { systemSecret } from '../src/platform/secrets/system-secret.ts'
import { parseSecretKeys, secretKeyId } from '../src/platform/secrets/vault.ts'
import { openInstance } from '../src/program/instance.ts'
import { placeInstallation } from './installation.ts'
import { command, removeData, run, startServer } from './server.ts'
import { until } from './until.ts'

const secrets = 5_000
/** After the new key is in the file. */
const killsAfterMs = [0, 150]

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-'))
  await placeInstallation(dataDir)
})
afterAll(() => removeData(dataDir))

type Opened = Awaited<ReturnType<typeof openInstance>>

async function offline<Result>(work: (context: Opened['context']) => Promise<Result>): Promise<Result> {
  const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
  try {
    return await work(instance.context)
  } finally {
    await instance.close()
  }
}

const keyFile = () => join(dataDir, 'secret.key')

const keysOnDisk = async () => parseSecretKeys((await readFile(keyFile(), 'utf8')).trim()) ?? []

test('a server that is killed in the middle of a rotation never loses a key, and the next run completes it', async () => {
  const before = await offline(async (context) => {
    await systemSecret(context)
    const { vault, database, clock } = context
    await database.run(sql`
      insert into platform.former_secret (name, sealed, accepted_until)
      select 'system', ${vault.seal('an old secret', 'secret:system')}, ${clock.now()}::timestamptz + interval '1 day'
        from generate_series(1, ${secrets})`)
    return openAll(context)
  })
  const keysBefore = (await keysOnDisk()).map(secretKeyId)
  for (const afterMs of killsAfterMs) {
    const server = await startServer({ dataDir })
    const keys = await readFile(keyFile(), 'utf8')
    const rotation = run(['secrets', 'rotate', '--json', '--data', dataDir])
    await Promise.race([rotation, until(async () => (await readFile(keyFile(), 'utf8')) !== keys)])
    await Promise.race([rotation, delay(afterMs)])
    await server.kill()
    await rotation
  }
  const server = await startServer({ dataDir })
  const { key_id: keyId } = await command<{ key_id: string }>(dataDir, 'secrets', 'rotate')
  await server.stop()
  const [active, ...old] = (await keysOnDisk()).map(secretKeyId)
  expect(active).toBe(keyId)
  expect(old).toEqual(expect.arrayContaining(keysBefore))
  await offline(async (context) => {
    expect(await sealingKeys(context)).toEqual([keyId])
    expect(await openAll(context)).toEqual(before)
  })
}, 120_000)
