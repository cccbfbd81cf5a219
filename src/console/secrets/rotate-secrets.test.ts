import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestAppOptions } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { readOrMakeKeyFile } from '../../platform/secrets/key-file.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import { forgetOldKeys } from '../../platform/secrets/rotation/forget.ts'
import { rotateSecretKey } from '../../platform/secrets/rotation/rotate.ts'
import { openVault, secretKeyId } from '../../platform/secrets/vault.ts'
import { addWebhook, keyIdsOf, openAll, sealingKeys, sealOneOfEach } from './sealed.testing.ts'
import { sealedColumns } from './sealed-columns.ts'

const options = {
  columns: sealedColumns,
  progress: () => undefined,
  signal: new AbortController().signal,
}

let directory: string
let file: string
let apps: TestApp[]

/** A process whose keys are in the file. */
async function start(more: TestAppOptions = {}): Promise<TestApp> {
  const keyring = openKeyring(await readOrMakeKeyFile(file), file)
  const app = await testApp({ keyring, ...more })
  apps.unshift(app)
  return app
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bureau-rotate-'))
  file = join(directory, 'secret.key')
  apps = []
})
afterEach(async () => {
  for (const app of apps) await app.close()
  await rm(directory, { recursive: true, force: true })
})

const keysInFile = async () => (await readOrMakeKeyFile(file)).map(secretKeyId)

describe('rotateSecretKey', () => {
  test('seals everything with a new key, which opens it without the old one', async () => {
    const { context } = await start()
    await sealOneOfEach(apps[0] as TestApp)
    const [old = ''] = keyIdsOf(context)
    const before = await openAll(context)
    expect(before.size).toBeGreaterThanOrEqual(sealedColumns.length)
    const { keyId, oldKeyIds, resealed, unreadable } = await rotateSecretKey(context, options)
    expect({ oldKeyIds, resealed, unreadable }).toEqual({
      oldKeyIds: [old],
      resealed: before.size,
      unreadable: {},
    })
    expect(keyId).not.toBe(old)
    expect(await sealingKeys(context)).toEqual([keyId])
    const [active = Buffer.alloc(0)] = context.keyring.keys()
    expect(await openAll({ ...context, vault: openVault([active]) })).toEqual(before)
  })

  test('keeps the old key in the file, which only its owner reads', async () => {
    const { context } = await start()
    const [old = ''] = keyIdsOf(context)
    const { keyId } = await rotateSecretKey(context, options)
    expect(await keysInFile()).toEqual([keyId, old])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(directory)).toEqual(['secret.key'])
  })

  test('reaches every process, and none of them meets a secret that it cannot open', async () => {
    const first = await start()
    const second = await start({ beside: first })
    await sealOneOfEach(first)
    const { keyId } = await rotateSecretKey(first.context, options)
    expect(keyIdsOf(second.context)[0]).toBe(keyId)
    expect(await openAll(second.context)).toEqual(await openAll(first.context))
  })

  test('is refused, and changes nothing, when a process has its keys from elsewhere', async () => {
    const first = await start()
    const before = await readFile(file, 'utf8')
    const keys = first.context.keyring.keys()
    apps.unshift(await testApp({ beside: first, keyring: openKeyring(keys, undefined) }))
    await expect(rotateSecretKey(first.context, options)).rejects.toThrow('another BUREAU_SECRET_KEY')
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await first.context.database.rows(sql`select key_id from platform.key_rotation`)).toEqual([])
  })

  test('runs once at a time', async () => {
    const { context } = await start()
    await sealOneOfEach(apps[0] as TestApp)
    const tries = await Promise.allSettled([1, 2, 3].map(() => rotateSecretKey(context, options)))
    const failures = tries.filter((each) => each.status === 'rejected')
    for (const { reason } of failures) expect(String(reason)).toContain('Another process is changing')
    expect(await keysInFile()).toHaveLength(1 + tries.length - failures.length)
    expect(await sealingKeys(context)).toEqual([(await keysInFile())[0]])
  })

  test('leaves and reports what no key opens', async () => {
    const app = await start()
    const { userId, workspaceId } = await app.tenant()
    const lost = { ...app.context, vault: openVault([Buffer.alloc(32, 7)]) }
    const id = await addWebhook(lost, { userId, workspaceId }, 'lost')
    const { unreadable } = await rotateSecretKey(app.context, options)
    expect(unreadable).toEqual({ 'secrets of webhooks': 1 })
    await app.context.database.run(sql`delete from webhooks.webhook where id = ${id}`)
    expect((await rotateSecretKey(app.context, options)).unreadable).toEqual({})
  })

  test('that is interrupted is continued with the same key by the next run', async () => {
    const { context } = await start()
    await sealOneOfEach(apps[0] as TestApp)
    const stopping = new AbortController()
    const progress = () => stopping.abort(new Error('stopped'))
    await expect(rotateSecretKey(context, { ...options, progress, signal: stopping.signal })).rejects.toThrow(
      'stopped',
    )
    const during = await keysInFile()
    expect(await sealingKeys(context)).toHaveLength(2)
    const { keyId, continued } = await rotateSecretKey(context, options)
    expect(continued).toBe(true)
    expect([keyId, await keysInFile()]).toEqual([during[0], during])
    expect(await sealingKeys(context)).toEqual([keyId])
    expect((await rotateSecretKey(context, options)).continued).toBe(false)
  })

  test('seals with the first key of BUREAU_SECRET_KEY, which the operator has put there', async () => {
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const first = await testApp({ keyring: openKeyring([old], undefined) })
    apps.unshift(first)
    await sealOneOfEach(first)
    first.context.keyring.replace([next, old])
    const { keyId, oldKeyIds, file: keyFile } = await rotateSecretKey(first.context, options)
    expect([keyId, oldKeyIds, keyFile]).toEqual([secretKeyId(next), [secretKeyId(old)], undefined])
    expect(await sealingKeys(first.context)).toEqual([keyId])
    await expect(forgetOldKeys(first.context, { ...options, now: true })).rejects.toThrow('BUREAU_SECRET_KEY')
  })

  test('refuses to seal while a process still seals with another key of BUREAU_SECRET_KEY', async () => {
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const first = await testApp({ keyring: openKeyring([next, old], undefined) })
    apps.unshift(first)
    apps.unshift(await testApp({ beside: first, keyring: openKeyring([old, next], undefined) }))
    await expect(rotateSecretKey(first.context, options)).rejects.toThrow(
      'A running process does not use key',
    )
  })
})

describe('forgetOldKeys', () => {
  test('waits two hours, in which browsers still have what the old key sealed, unless told otherwise', async () => {
    const app = await start()
    const { keyId, oldKeyIds } = await rotateSecretKey(app.context, options)
    const forget = (now: boolean) => forgetOldKeys(app.context, { ...options, now })
    await expect(forget(false)).rejects.toThrow('still in use until')
    await expect(forget(true)).rejects.toThrow('still in use until')
    app.clock.advance(2 * 60 * 1000)
    await expect(forget(false)).rejects.toThrow('or use --now')
    expect(await forget(true)).toEqual({ keyId, forgotten: oldKeyIds, file })
    expect(await keysInFile()).toEqual([keyId])
    expect(keyIdsOf(app.context)).toEqual([keyId])
    expect(await forget(false)).toMatchObject({ forgotten: [] })
  })

  test('seals what an old key still sealed, before it goes', async () => {
    const first = await start()
    const second = await start({ beside: first })
    await rotateSecretKey(first.context, options)
    first.clock.advance(2 * 60 * 60 * 1000)
    const late = openVault([...second.context.keyring.keys()].toReversed())
    const { userId, workspaceId } = await first.tenant()
    await addWebhook({ ...second.context, vault: late }, { userId, workspaceId }, 'late')
    expect(await sealingKeys(first.context)).toContain(keyIdsOf(first.context)[1])
    await forgetOldKeys(first.context, { ...options, now: false })
    expect([...(await openAll(second.context)).values()]).toContain('late')
    expect(keyIdsOf(second.context)).toHaveLength(1)
  })

  test('is refused while a rotation is not complete', async () => {
    const { context } = await start()
    await rotateSecretKey(context, options)
    await context.database.run(sql`update platform.key_rotation set ended_at = null`)
    await expect(forgetOldKeys(context, { ...options, now: true })).rejects.toThrow('bureau secrets rotate')
  })
})
