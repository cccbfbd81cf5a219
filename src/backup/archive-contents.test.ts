import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSecretKeys } from '../platform/secrets/key-file.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import { secretKeyId } from '../platform/secrets/vault.ts'
import { backupsApp, readAll } from './backups.testing.ts'
import { createBackup } from './create-backup.ts'

let opened: Awaited<ReturnType<typeof backupsApp>>
beforeAll(async () => {
  opened = await backupsApp()
})
afterAll(() => opened.close())

test('a process that missed a rotation of the secret key backs up the new key too', async () => {
  const { app, directory, target } = opened
  const { random, keyring } = app.context
  const keys = [random.bytes(32), ...keyring.keys()]
  const file = join(directory, 'secret.key')
  await writeSecretKeys(file, keys)
  const context = { ...app.context, keyring: openKeyring(keyring.keys(), file) }
  const { name } = await createBackup(context, { target, blobs: 'none' })
  expect((await readAll(target, name, keys)).head.key_ids).toEqual(keys.map(secretKeyId))
})
