import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Random } from '../random.ts'
import type { Vault } from './vault.ts'

const purpose = 'secret:system'
const characters = 48

/** Created on first use, shared by all processes. Throws `SecretUnreadable` if its key is missing. */
export async function systemSecret({
  database,
  vault,
  random,
}: {
  readonly database: Database
  readonly vault: Vault
  readonly random: Random
}): Promise<string> {
  const sealed =
    (await read(database)) ?? (await make(database, vault.seal(random.base62(characters), purpose)))
  const secret = vault.open(sealed, purpose)
  if (!vault.current(sealed)) await replace(database, sealed, vault.seal(secret, purpose))
  return secret
}

async function read(database: Queryable): Promise<Buffer | undefined> {
  const row = await database.first<{ sealed: Buffer }>(sql`
    select /* platform.secrets.read */ sealed from platform.secret where name = 'system'`)
  return row?.sealed
}

async function make(database: Queryable, sealed: Buffer): Promise<Buffer> {
  await database.run(sql`
    insert /* platform.secrets.make */
      into platform.secret (name, sealed) values ('system', ${sealed}) on conflict (name) do nothing`)
  return (await read(database)) ?? sealed
}

/** Reseals with the active key, unless another process did. */
const replace = (database: Queryable, before: Buffer, after: Buffer): Promise<number> =>
  database.run(sql`
    update /* platform.secrets.replace */
      platform.secret set sealed = ${after} where name = 'system' and sealed = ${before}`)
