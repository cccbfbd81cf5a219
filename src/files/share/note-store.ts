import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Nulls while the item is private. */
export interface StoredNote {
  readonly message: string | null
  readonly sharedBy: number | null
  readonly sharedAt: Date | null
  readonly expiresAt: Date | null
}

export const findNote = (
  database: Queryable,
  workspaceId: number,
  id: string,
): Promise<StoredNote | undefined> =>
  database.find<StoredNote>(sql`
    select /* files.share.findNote */
      share_message as message, shared_by as "sharedBy", shared_at as "sharedAt", share_expires_at as "expiresAt"
    from files.file
    where workspace_id = ${workspaceId} and id = ${id}`)

/** Null for none. */
export const writeMessage = (
  tx: Transaction,
  workspaceId: number,
  id: string,
  message: string | null,
): Promise<number> =>
  tx.run(sql`
    update /* files.share.writeMessage */ files.file set share_message = ${message}
    where workspace_id = ${workspaceId} and id = ${id}`)
