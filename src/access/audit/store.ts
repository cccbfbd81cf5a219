import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Who did it: a key, a person who is logged in, the operator at the command line, or somebody unknown. */
export type AuditActor = 'key' | 'person' | 'operator' | 'nobody'

/** One line of the audit log. It never holds secrets. */
export interface AuditEntry {
  readonly actor: AuditActor
  readonly userId?: number | undefined
  readonly keyId?: number | undefined
  readonly workspaceId?: number | undefined
  /** Noun and verb: `user.create`, `member.remove`, `session.begin`. */
  readonly action: string
  /** What it was done to: `user:17`. */
  readonly target?: string | undefined
  /** `ok`, or the code of the refusal. */
  readonly outcome: string
  readonly requestId?: string | undefined
  readonly address?: string | undefined
}

export const insertEntry = (tx: Queryable, at: Date, entry: AuditEntry): Promise<number> =>
  tx.run(sql`
    insert /* access.audit.insertEntry */ into access.audit
      (at, actor, user_id, key_id, workspace_id, action, target, outcome, request_id, address)
    values (${at}, ${entry.actor}, ${entry.userId ?? null}, ${entry.keyId ?? null}, ${entry.workspaceId ?? null},
            ${entry.action}, ${entry.target ?? null}, ${entry.outcome}, ${entry.requestId ?? null},
            ${entry.address ?? null})`)
