import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { secretKeyId } from '../../platform/secrets/vault.ts'
import { sealKeys } from '../archive/keys.ts'
import { chooseKeys, findKeys } from './choose-keys.ts'

const file = '/data/secret.key'
const [active, older, other] = [systemRandom.bytes(32), systemRandom.bytes(32), systemRandom.bytes(32)]
const ids = { key_ids: [active, older].map(secretKeyId) }
const sealed = async () => ({
  ...ids,
  sealed_keys: await sealKeys([active, older], 'correct horse', systemRandom),
})
const left = { ...ids, sealed_keys: null }

test('keys in the backup become those of the installation, before any that it has', async () => {
  const head = await sealed()
  expect(await chooseKeys(head, { keys: [], file }, 'correct horse')).toEqual({
    keys: [active, older],
    fileToWrite: file,
  })
  const { keys } = await chooseKeys(head, { keys: [other, active], file }, 'correct horse')
  expect(keys).toEqual([active, older, other])
})

test('another passphrase is refused', async () => {
  const sentence = 'The passphrase is not the one with which the secret keys of the backup were encrypted.'
  const head = await sealed()
  await expect(chooseKeys(head, { keys: [], file }, 'another horse')).rejects.toThrow(sentence)
  await expect(findKeys(head, { keys: [], file }, 'another horse')).rejects.toThrow(sentence)
})

test('keys that the operator sets are never replaced', async () => {
  const set = { keys: [other, active], file: undefined }
  expect(await chooseKeys(await sealed(), set, 'correct horse')).toEqual({
    keys: [other, active],
    fileToWrite: undefined,
  })
  await expect(chooseKeys(await sealed(), { ...set, keys: [other] }, 'correct horse')).rejects.toThrow(
    `BUREAU_SECRET_KEY does not contain the key of the backup (ID ${secretKeyId(active)})`,
  )
})

test('a key file that has the key of the backup stays as it is', async () => {
  expect(await chooseKeys(left, { keys: [active], file }, undefined)).toEqual({
    keys: [active],
    fileToWrite: undefined,
  })
})

test('a verification uses the keys that are at hand, and goes without them', async () => {
  expect(await findKeys(left, { keys: [active], file }, undefined)).toEqual([active])
  expect(await findKeys(await sealed(), { keys: [other], file }, 'correct horse')).toEqual([active, older])
  expect(await findKeys(left, { keys: [other], file }, 'correct horse')).toBeUndefined()
})
