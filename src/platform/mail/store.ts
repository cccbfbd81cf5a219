import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { MailDraft } from './mail.ts'

/** A mail as the operator sees it. */
export interface StoredMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly created_at: Date
}

const listMax = 1000

export const insertMail = (
  tx: Queryable,
  { to, subject, text, html, links }: MailDraft,
  createdAt: Date,
): Promise<{ id: number }> =>
  tx.one<{ id: number }>(sql`
    insert /* platform.mail.insertMail */ into platform.mail (recipient, subject, text, html, links, created_at)
    values (${to}, ${subject}, ${text}, ${html}, ${links}::text[], ${createdAt})
    returning id`)

/** Newest first, at most 1,000; with `to` only those to that address, as it is written or in lower case. */
export async function listMails(
  database: Queryable,
  { to, limit = 100 }: { readonly to?: string; readonly limit?: number },
): Promise<StoredMail[]> {
  return database.rows<StoredMail>(sql`
    select /* platform.mail.listMails */ id, recipient as "to", subject, text, html, links, created_at
      from platform.mail
     where ${to === undefined ? sql`true` : sql`recipient in (${to}::text, lower(${to}::text))`}
     order by id desc
     limit ${Math.min(limit, listMax)}
  `)
}

/** A mail that is neither sent nor given up. */
export async function openMail(database: Queryable, id: number): Promise<StoredMail | undefined> {
  return database.first<StoredMail>(sql`
    select /* platform.mail.openMail */ id, recipient as "to", subject, text, html, links, created_at
      from platform.mail
     where id = ${id}
       and sent_at is null
       and failed_at is null
  `)
}

export async function markSent(database: Queryable, id: number, sentAt: Date): Promise<void> {
  await database.run(sql`
    update /* platform.mail.markSent */ platform.mail
       set sent_at = ${sentAt},
           error = null
     where id = ${id}
       and sent_at is null
  `)
}

/** Marks a mail as failed for good. */
export async function markFailed(
  database: Queryable,
  id: number,
  failedAt: Date,
  reason: string,
): Promise<void> {
  await database.run(sql`
    update /* platform.mail.markFailed */ platform.mail
       set failed_at = ${failedAt},
           error = ${reason}
     where id = ${id}
       and sent_at is null
  `)
}

/** What the last try came to, while more will follow. */
export async function noteDeferred(database: Queryable, id: number, reason: string): Promise<void> {
  await database.run(sql`
    update /* platform.mail.noteDeferred */ platform.mail
       set error = ${reason}
     where id = ${id}
       and sent_at is null
       and failed_at is null
  `)
}

/** How many mails older than `before` were removed. */
export const removeMails = (database: Queryable, before: Date): Promise<number> =>
  database.run(sql`delete /* platform.mail.removeMails */ from platform.mail where created_at < ${before}`)
