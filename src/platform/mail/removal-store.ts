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

/** Mails whose subject begins so. Their recipients may get other mails, so that these still count. */
export const deleteMailsAbout = (
  database: Queryable,
  beginning: string,
  recipients: readonly string[],
): Promise<number> =>
  database.run(sql`
    delete /* platform.mail.deleteMailsAbout */ from platform.mail
     where recipient = any (${recipients}::text[]) and starts_with(subject, ${beginning})`)
