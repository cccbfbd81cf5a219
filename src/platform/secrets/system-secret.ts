import type { Database, Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Random } from '../random.ts'
import { SecretUnreadable, type Vault } from './vault.ts'

export const purposeOfSecret = (name: string): string => `secret:${name}`

const purpose = purposeOfSecret('system')
const characters = 48

interface Parts {
  readonly database: Database
  readonly vault: Vault
  readonly random: Random
}

/** Created on first use, shared by all processes. Throws `SecretUnreadable` if its key is missing. */
export async function systemSecret({ database, vault, random }: Parts): Promise<string> {
  const sealed =
    (await read(database)) ?? (await make(database, vault.seal(random.base62(characters), purpose)))
  const secret = vault.open(sealed, purpose)
  if (!vault.current(sealed)) await replace(database, sealed, vault.seal(secret, purpose))
  return secret
}

export interface FormerSecret {
  readonly secret: string
  readonly acceptedUntil: Date
}

/** Secrets that were replaced and may still be accepted, the newest first. Without those whose key is missing. */
export async function formerSecrets({
  database,
  vault,
}: Pick<Parts, 'database' | 'vault'>): Promise<readonly FormerSecret[]> {
  const rows = await database.rows<{ sealed: Buffer; accepted_until: Date }>(sql`
    select /* platform.secrets.formerSecrets */ sealed, accepted_until
      from platform.former_secret where name = 'system' order by id desc`)
  return rows.flatMap(({ sealed, accepted_until: acceptedUntil }) => {
    try {
      return [{ secret: vault.open(sealed, purpose), acceptedUntil }]
    } catch (error) {
      // The present secret works without it.
      if (error instanceof SecretUnreadable) return []
      throw error
    }
  })
}

/** Replaces the secret. Without an overlap, no former secret is accepted any more. */
export async function rotateSystemSecret(
  tx: Transaction,
  { vault, random }: Pick<Parts, 'vault' | 'random'>,
  overlapSeconds: number,
): Promise<{ readonly secret: string; readonly formerUntil: Date | null }> {
  const now = tx.now()
  const secret = random.base62(characters)
  const formerUntil = overlapSeconds === 0 ? null : new Date(now.getTime() + overlapSeconds * 1000)
  await tx.run(sql`
    delete /* platform.secrets.rotateSystemSecret */ from platform.former_secret
     where name = 'system' and (accepted_until <= ${now} or ${formerUntil === null})`)
  await tx.run(sql`
    with /* platform.secrets.rotateSystemSecret.2 */ held as (
      select name, sealed from platform.secret where name = 'system' for update
    )
    insert into platform.former_secret (name, sealed, accepted_until)
    select name, sealed, ${formerUntil}::timestamptz from held where ${formerUntil}::timestamptz is not null`)
  await tx.run(sql`
    insert /* platform.secrets.rotateSystemSecret.3 */ into platform.secret (name, sealed)
    values ('system', ${vault.seal(secret, purpose)})
        on conflict (name) do update set sealed = excluded.sealed`)
  return { secret, formerUntil }
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
