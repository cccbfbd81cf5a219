import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ServiceName } from '../services.ts'
import type { Membership } from '../refusal.ts'
import type { KeyRow } from './model.ts'

export const findKey = (database: Queryable, digest: Buffer): Promise<KeyRow | undefined> =>
  database.find<KeyRow>(sql`
    select /* identity.key.findKey */
      k.id, k.digest, k.prefix, k.name, k.service, k.environment, k.user_id, k.workspace_id, k.scopes,
           k.per_minute, k.per_day, k.number_id, k.folder_id, k.ips, k.domains,
           k.created_at, k.expires_at, k.revoked_at, k.orphaned_at,
           w.type as workspace_type, w.owner_id, m.role,
           u.disabled_at is not null as disabled, u.sponsor_id, wo.sponsor_id as owner_sponsor_id,
           coalesce(a.approved_at is not null and a.declined_at is null and a.revoked_at is null, false) as approved,
           case when c.active then c.services end as creator_services,
           case when o.active then o.services end as owner_services
      from identity.api_key k
      join identity.user u on u.id = k.user_id
      join identity.workspace w on w.id = k.workspace_id
      join identity.user wo on wo.id = w.owner_id
      left join identity.member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
      left join identity.approval a on a.user_id = k.user_id
      left join identity.entitlement c on c.user_id = k.user_id
      left join identity.entitlement o on o.user_id = w.owner_id
     where k.digest = ${digest}`)

export interface KeyDraft {
  readonly digest: Buffer
  readonly prefix: string
  readonly name: string
  readonly service: ServiceName
  readonly environment: 'live' | 'test'
  readonly userId: number
  readonly workspaceId: number
  readonly scopes: readonly string[]
  readonly perMinute: number
  readonly perDay: number | null
  readonly numberId: number | null
  readonly folderId: string | null
  readonly ips: readonly string[]
  readonly domains: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const insertKey = (tx: Transaction, draft: KeyDraft): Promise<{ id: number }> =>
  tx.one<{ id: number }>(sql`
    insert /* identity.key.insertKey */
      into identity.api_key (digest, prefix, name, service, environment, user_id, workspace_id, scopes,
                                per_minute, per_day, number_id, folder_id, ips, domains, created_at, expires_at)
    values (${draft.digest}, ${draft.prefix}, ${draft.name}, ${draft.service}, ${draft.environment}, ${draft.userId},
            ${draft.workspaceId}, ${draft.scopes}, ${draft.perMinute}, ${draft.perDay}, ${draft.numberId},
            ${draft.folderId}, ${draft.ips}, ${draft.domains}, ${draft.createdAt}, ${draft.expiresAt})
    returning id`)

export type KeyTerms = Pick<
  KeyDraft,
  'name' | 'scopes' | 'perMinute' | 'perDay' | 'ips' | 'domains' | 'expiresAt'
>

export const writeTerms = (tx: Transaction, id: number, terms: KeyTerms): Promise<number> =>
  tx.run(sql`
    update /* identity.key.writeTerms */ identity.api_key
       set name = ${terms.name}, scopes = ${terms.scopes}, per_minute = ${terms.perMinute}, per_day = ${terms.perDay},
           ips = ${terms.ips}, domains = ${terms.domains}, expires_at = ${terms.expiresAt}
     where id = ${id}`)

/** Lets a key expire at this time or earlier. */
export const expireBy = (tx: Transaction, id: number, at: Date): Promise<number> =>
  tx.run(sql`
    update /* identity.key.expireBy */ identity.api_key set expires_at = least(expires_at, ${at}) where id = ${id}`)

/** 0 when the key does not exist or was revoked before. */
export const markRevoked = (tx: Transaction, id: number, now: Date): Promise<number> =>
  tx.run(sql`
    update /* identity.key.markRevoked */ identity.api_key set revoked_at = ${now} where id = ${id} and revoked_at is null`)

export const markOrphaned = (
  tx: Transaction,
  { workspaceId, userId }: Membership,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update /* identity.key.markOrphaned */ identity.api_key set orphaned_at = ${now}
     where user_id = ${userId} and workspace_id = ${workspaceId} and orphaned_at is null`)

export const keyExists = async (database: Queryable, id: number): Promise<boolean> =>
  (await database.first(
    sql`select /* identity.key.keyExists */ 1 from identity.api_key where id = ${id}`,
  )) !== undefined

/** A clock that was set back never makes a key look unused. */
export const noteUses = (database: Queryable, uses: ReadonlyMap<number, Date>): Promise<number> =>
  database.run(sql`
    insert /* identity.key.noteUses */ into identity.api_key_use (key_id, last_used_at)
    select * from unnest(${[...uses.keys()]}::bigint[], ${[...uses.values()]}::timestamptz[])
    on conflict (key_id) do update
       set last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at)`)

export const findLastUse = (
  database: Queryable,
  keyId: number,
): Promise<{ last_used_at: Date } | undefined> =>
  database.first(
    sql`select /* identity.key.findLastUse */ last_used_at from identity.api_key_use where key_id = ${keyId}`,
  )
