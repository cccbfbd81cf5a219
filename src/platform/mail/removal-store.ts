import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Mails, and how many were counted. */
export async function deleteMailsTo(database: Queryable, recipients: readonly string[]): Promise<void> {
  await database.run(sql`
    delete /* platform.mail.deleteMailsTo */ from platform.mail where recipient = any (${recipients}::text[])`)
  await database.run(sql`
    delete /* platform.mail.deleteMailsTo.2 */ from platform.mail_limit l
     using unnest(${recipients}::text[]) as gone (email)
     where l.subject = 'to:' || gone.email or l.subject like 'to:' || replace(gone.email, '_', '\\_') || ':%'`)
}
