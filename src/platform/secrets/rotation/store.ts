import type { Queryable } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

export interface KeyRotation {
  readonly key_id: string
  readonly began_at: Date
  readonly ended_at: Date | null
}

export const lastRotation = (database: Queryable): Promise<KeyRotation | undefined> =>
  database.first<KeyRotation>(sql`
    select /* platform.rotation.lastRotation */ key_id, began_at, ended_at
      from platform.key_rotation
     order by began_at desc, ended_at desc nulls first
     limit 1`)

/** An earlier rotation that never ended is part of this one. */
export async function beginRotation(database: Queryable, keyId: string, at: Date): Promise<void> {
  await database.run(sql`
    with /* platform.rotation.beginRotation */ replaced as (
      delete from platform.key_rotation where ended_at is null and key_id <> ${keyId}
    )
    insert into platform.key_rotation (key_id, began_at) values (${keyId}, ${at})
        on conflict (key_id) do update set began_at = excluded.began_at, ended_at = null`)
}

export const endRotation = (database: Queryable, keyId: string, at: Date): Promise<number> =>
  database.run(sql`
    update /* platform.rotation.endRotation */ platform.key_rotation
       set ended_at = greatest(${at}::timestamptz, began_at)
     where key_id = ${keyId}`)

export const dropRotation = (database: Queryable, keyId: string): Promise<number> =>
  database.run(sql`
    delete /* platform.rotation.dropRotation */ from platform.key_rotation where key_id = ${keyId}`)

/** Former secrets that nobody may use any more. */
export const dropExpiredSecrets = (database: Queryable, now: Date): Promise<number> =>
  database.run(sql`
    delete /* platform.rotation.dropExpiredSecrets */ from platform.former_secret where accepted_until <= ${now}`)
