import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../database/sql.ts'
import { systemRandom as random } from '../random.ts'
import { formerSecrets, rotateSystemSecret, systemSecret } from './system-secret.ts'
import { openVault, SecretUnreadable } from './vault.ts'

const firstKey = random.bytes(32)
const secondKey = random.bytes(32)

let own: TestDatabase
beforeAll(async () => (own = await testDatabase()))
afterAll(() => own.close())

const secretWith = (...keys: readonly Buffer[]) =>
  systemSecret({ database: own.database, vault: openVault(keys), random })

describe('the system secret', () => {
  test('is one and the same for all who ask for it first at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => secretWith(firstKey)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[0-9A-Za-z]{48}$/)
  })

  test('does not lie in the database in clear', async () => {
    const { sealed } = await own.database.one<{ sealed: Buffer }>(sql`select sealed from platform.secret`)
    expect(sealed.includes(await secretWith(firstKey))).toBe(false)
  })

  test('survives a change of keys, and then no longer needs the old one', async () => {
    const secret = await secretWith(firstKey)
    expect(await secretWith(secondKey, firstKey)).toBe(secret)
    expect(await secretWith(secondKey)).toBe(secret)
    await expect(secretWith(firstKey)).rejects.toThrow(SecretUnreadable)
  })

  test('works after a rotation although the key of the former one is missing', async () => {
    const former = await secretWith(secondKey)
    const vault = openVault([secondKey])
    await own.database.transaction((tx) => rotateSystemSecret(tx, { vault, random }, 60))
    const held = (...keys: readonly Buffer[]) =>
      formerSecrets({ database: own.database, vault: openVault(keys) })
    expect((await held(secondKey)).map(({ secret }) => secret)).toEqual([former])
    const now = await secretWith(firstKey, secondKey)
    expect(await held(firstKey)).toEqual([])
    expect(await secretWith(firstKey)).toBe(now)
  })
})
