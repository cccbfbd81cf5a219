import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface SetupLinkDraft {
  readonly digest: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Replaces the earlier link. */
export const writeSetupLink = (
  tx: Transaction,
  { digest, createdAt, expiresAt }: SetupLinkDraft,
): Promise<number> =>
  tx.run(sql`
    insert /* identity.setup.writeSetupLink */ into identity.setup_link (digest, created_at, expires_at)
    values (${digest}, ${createdAt}, ${expiresAt})
    on conflict (only_one) do update
       set digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at`)

export const isSetupLink = async (database: Queryable, digest: Buffer, now: Date): Promise<boolean> =>
  (await database.find(sql`
    select /* identity.setup.isSetupLink */ 1 from identity.setup_link
     where digest = ${digest} and expires_at > ${now}`)) !== undefined

export const deleteSetupLink = (tx: Transaction): Promise<number> =>
  tx.run(sql`delete /* identity.setup.deleteSetupLink */ from identity.setup_link`)

export interface FirstPersonRow {
  readonly id: number
  readonly workspace_id: number
  readonly workspace_name: string
}

/** Locks the person with this address. Undefined if they have a password, are disabled, or are not the only person. Made-up people of the demo don't count. */
export const holdFirstPerson = (tx: Transaction, email: string): Promise<FirstPersonRow | undefined> =>
  tx.first<FirstPersonRow>(sql`
    select /* identity.setup.holdFirstPerson */ u.id, w.id as workspace_id, w.name as workspace_name
      from identity.user u
      join identity.workspace w on w.owner_id = u.id and w.type = 'personal'
     where u.email = ${email} and u.password_hash is null and u.disabled_at is null
       and not exists (select from identity.user other where other.id <> u.id and not other.demo)
       for no key update of u`)
