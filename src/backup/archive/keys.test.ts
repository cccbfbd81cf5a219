import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { openKeys, sealKeys } from './keys.ts'

const keys = [systemRandom.bytes(32), systemRandom.bytes(32)]

test('keys open with the passphrase that sealed them, and with no other one', async () => {
  const sealed = await sealKeys(keys, 'correct horse', systemRandom)
  expect(await openKeys(sealed, 'correct horse')).toEqual(keys)
  expect(await openKeys(sealed, 'correct horsf')).toBeUndefined()
  for (const key of keys) expect(sealed).not.toContain(key.toString('base64'))
})

test('keys that were changed do not open', async () => {
  const sealed = await sealKeys(keys, 'correct horse', systemRandom)
  const bytes = Buffer.from(sealed.slice(2), 'base64')
  bytes[60] = (bytes[60] ?? 0) ^ 1
  expect(await openKeys(`1:${bytes.toString('base64')}`, 'correct horse')).toBeUndefined()
  for (const text of ['', '1:', '2:AAAA', 'nonsense', sealed.slice(0, 40)])
    expect(await openKeys(text, 'correct horse')).toBeUndefined()
})
