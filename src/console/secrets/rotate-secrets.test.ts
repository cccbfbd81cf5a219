import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { readOrMakeKeyFile, writeSecretKeys } from '../../platform/secrets/key-file.ts'
import { openKeyring, type Keyring } from '../../platform/secrets/keyring.ts'
import { forgetOldKeys } from '../../platform/secrets/rotation/forget.ts'
import { lastRotation } from '../../platform/secrets/rotation/store.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
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
let app: TestApp
/** Beside the first one, closed after each test. */
let others: TestApp[] = []

const openFile = async () => openKeyring(await readOrMakeKeyFile(file), file)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bureau-rotate-'))
  file = join(directory, 'secret.key')
  app = await testApp({ keyring: await openFile() })
  await sealOneOfEach(app)
})
afterEach(async () => {
  for (const other of others) await other.close()
  others = []
})
afterAll(async () => {
  await app.close()
  await rm(directory, { recursive: true, force: true })
})

/** A second process on the database. */
async function startBeside(keyring?: Keyring): Promise<TestApp> {
  const other = await testApp({ beside: app, keyring: keyring ?? (await openFile()) })
  others.push(other)
  return other
}

const keysInFile = async () => (await readOrMakeKeyFile(file)).map(secretKeyId)

describe('rotateSecretKey', () => {
  test('seals everything with a new key, which opens it without the old one', async () => {
    const { context } = app
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
    const before = await keysInFile()
    const { keyId } = await rotateSecretKey(app.context, options)
    expect(await keysInFile()).toEqual([keyId, ...before])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(directory)).toEqual(['secret.key'])
  })

  test('reaches every process, and none of them meets a secret that it cannot open', async () => {
    const second = await startBeside()
    const { keyId } = await rotateSecretKey(app.context, options)
    expect(keyIdsOf(second.context)[0]).toBe(keyId)
    expect(await openAll(second.context)).toEqual(await openAll(app.context))
  })

  test('is refused, and changes nothing, when a process has its keys from elsewhere', async () => {
    const before = await readFile(file, 'utf8')
    const last = await lastRotation(app.context.database)
    await startBeside(openKeyring(app.context.keyring.keys(), undefined))
    await expect(rotateSecretKey(app.context, options)).rejects.toThrow('another BUREAU_SECRET_KEY')
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await lastRotation(app.context.database)).toEqual(last)
  })

  test('runs once at a time', async () => {
    const { context } = app
    const { length } = await keysInFile()
    const tries = await Promise.allSettled([1, 2, 3].map(() => rotateSecretKey(context, options)))
    const failures = tries.filter((each) => each.status === 'rejected')
    for (const { reason } of failures) expect(String(reason)).toContain('Another process is changing')
    expect(await keysInFile()).toHaveLength(length + tries.length - failures.length)
    expect(await sealingKeys(context)).toEqual([(await keysInFile())[0]])
  })

  test('leaves and reports what no key opens', async () => {
    const { userId, workspaceId } = await app.tenant()
    const lost = { ...app.context, vault: openVault([Buffer.alloc(32, 7)]) }
    const id = await addWebhook(lost, { userId, workspaceId }, 'lost')
    const { unreadable } = await rotateSecretKey(app.context, options)
    expect(unreadable).toEqual({ 'secrets of webhooks': 1 })
    await app.context.database.run(sql`delete from webhooks.webhook where id = ${id}`)
    expect((await rotateSecretKey(app.context, options)).unreadable).toEqual({})
  })

  test('that is interrupted is continued with the same key by the next run', async () => {
    const { context } = app
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

  test.each([
    { step: 'before the new key is in the file', keys: 'old', continued: false },
    { step: 'before the new key is active', keys: 'old, new', continued: true },
    { step: 'before anything is sealed with the new key', keys: 'new, old', continued: true },
  ])('that ends $step is completed by the next run', async ({ keys, continued }) => {
    const { context } = app
    await context.database.run(sql`delete from platform.key_rotation`)
    const before = await openAll(context)
    const [old = Buffer.alloc(0)] = context.keyring.keys()
    const next = context.random.bytes(32)
    await context.database.run(sql`
      insert into platform.key_rotation (key_id, began_at) values (${secretKeyId(next)}, ${app.clock.now()})`)
    const named = { old, new: next }
    await writeSecretKeys(
      file,
      keys.split(', ').map((name) => named[name as keyof typeof named]),
    )
    // A crash between writing and renaming leaves a draft.
    await writeFile(`${file}.new`, 'half a k', { mode: 0o600 })
    const rotation = await rotateSecretKey(context, options)
    expect(rotation).toMatchObject({ continued, oldKeyIds: [secretKeyId(old)], unreadable: {} })
    if (continued) expect(rotation.keyId).toBe(secretKeyId(next))
    expect(await keysInFile()).toEqual([rotation.keyId, secretKeyId(old)])
    expect(await sealingKeys(context)).toEqual([rotation.keyId])
    expect(await openAll(context)).toEqual(before)
  })

  test('seals with the first key of BUREAU_SECRET_KEY, which the operator has put there', async () => {
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const first = await testApp({ keyring: openKeyring([old], undefined) })
    others.push(first)
    await systemSecret(first.context)
    first.context.keyring.replace([next, old])
    const { keyId, oldKeyIds, file: keyFile } = await rotateSecretKey(first.context, options)
    expect([keyId, oldKeyIds, keyFile]).toEqual([secretKeyId(next), [secretKeyId(old)], undefined])
    expect(await sealingKeys(first.context)).toEqual([keyId])
    await expect(forgetOldKeys(first.context, { ...options, now: true })).rejects.toThrow('BUREAU_SECRET_KEY')
  })

  test('refuses to seal while a process still seals with another key of BUREAU_SECRET_KEY', async () => {
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const first = await testApp({ keyring: openKeyring([next, old], undefined) })
    others.push(await testApp({ beside: first, keyring: openKeyring([old, next], undefined) }), first)
    await expect(rotateSecretKey(first.context, options)).rejects.toThrow(
      'A running process does not use key',
    )
  })
})

describe('forgetOldKeys', () => {
  test('waits two hours, in which browsers still have what the old key sealed, unless told otherwise', async () => {
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
    const second = await startBeside()
    await rotateSecretKey(app.context, options)
    app.clock.advance(2 * 60 * 60 * 1000)
    const late = openVault([...second.context.keyring.keys()].toReversed())
    const { userId, workspaceId } = await app.tenant()
    await addWebhook({ ...second.context, vault: late }, { userId, workspaceId }, 'late')
    expect(await sealingKeys(app.context)).toContain(keyIdsOf(app.context)[1])
    await forgetOldKeys(app.context, { ...options, now: false })
    expect([...(await openAll(second.context)).values()]).toContain('late')
    expect(keyIdsOf(second.context)).toHaveLength(1)
  })

  test('is refused while a rotation is not complete', async () => {
    const { context } = app
    await rotateSecretKey(context, options)
    await context.database.run(sql`update platform.key_rotation set ended_at = null`)
    await expect(forgetOldKeys(context, { ...options, now: true })).rejects.toThrow('bureau secrets rotate')
  })
})
