import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Mails, and how many were counted. */
export async function deleteMailsTo(database: Queryable, recipients: readonly string[]): Promise<void> {
  await database.run(sql`
    delete /* platform.mail.deleteMailsTo */ from platform.mail where recipient = any (${recipients}::text[])`)
  await database.run(sql`
    delete /* platform.mail.deleteMailsTo.2 */ from platform.mail_limit l
     using unnest(${recipients}::text[]) as gone (email)
     where l.subject = 'to:' || gone.email or (l.subject > 'to:' || gone.email || ':' and l.subject < 'to:' || gone.email || ';')`)
}

/** Mails that something in a scope caused, and their count. Those of their recipients still count. */
export async function deleteMailsOf(database: Queryable, scopeId: number, max: number): Promise<number> {
  await database.run(sql`
    delete /* platform.mail.deleteMailsOf */ from platform.mail_limit where subject = ${`scope:${scopeId}`}`)
  return database.run(sql`
    delete /* platform.mail.deleteMailsOf.2 */ from platform.mail
     where id = any (array(select id from platform.mail where scope_id = ${scopeId} limit ${max}))`)
}
