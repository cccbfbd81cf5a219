import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readOrMakeKeyFile } from './key-file.ts'
import { openKeyring } from './keyring.ts'
import { openVault, vaultOf } from './vault.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-keys-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe('readOrMakeKeyFile', () => {
  test('makes a file that only its owner reads, and reads it from then on', async () => {
    const file = join(directory, 'secret.key')
    const made = await readOrMakeKeyFile(file)
    expect(made).toHaveLength(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await readOrMakeKeyFile(file)).toEqual(made)
    expect(readdirSync(directory)).toEqual(['secret.key'])
  })

  test('gives one key to all who start at once', async () => {
    const file = join(directory, 'together.key')
    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrMakeKeyFile(file)))
    expect(new Set(keys.map(([key]) => key?.toString('hex'))).size).toBe(1)
  })

  test('refuses a file that others may read, and one without keys', async () => {
    const open = join(directory, 'open.key')
    await readOrMakeKeyFile(open)
    chmodSync(open, 0o640)
    await expect(readOrMakeKeyFile(open)).rejects.toThrow('chmod 600')
    const empty = join(directory, 'empty.key')
    writeFileSync(empty, '', { mode: 0o600 })
    await expect(readOrMakeKeyFile(empty)).rejects.toThrow('does not contain')
  })
})

describe('openKeyring', () => {
  test('reads the file again, and keeps its keys while the file cannot be used', async () => {
    const file = join(directory, 'reloaded.key')
    const keyring = openKeyring(await readOrMakeKeyFile(file), file)
    const [old = Buffer.alloc(0)] = keyring.keys()
    const next = Buffer.alloc(32, 3)
    await openKeyring([old], file).write([next, old])
    expect(keyring.keys()).toEqual([old])
    keyring.reload()
    expect(keyring.keys()).toEqual([next, old])
    for (const spoil of [
      () => writeFileSync(file, 'half a k'),
      () => chmodSync(file, 0o644),
      () => rmSync(file),
    ]) {
      spoil()
      keyring.reload()
      expect(keyring.keys()).toEqual([next, old])
    }
  })

  test('gives a vault the key of the file that it does not have yet', async () => {
    const file = join(directory, 'learned.key')
    const keyring = openKeyring(await readOrMakeKeyFile(file), file)
    const vault = vaultOf(keyring)
    const next = Buffer.alloc(32, 4)
    await openKeyring(keyring.keys(), file).write([next, ...keyring.keys()])
    expect(vault.open(openVault([next]).seal('secret', 'a'), 'a')).toBe('secret')
    expect(() => vault.open(openVault([Buffer.alloc(32, 5)]).seal('secret', 'a'), 'a')).toThrow('not among')
  })
})
