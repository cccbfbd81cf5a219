import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { countedMax } from '../operations/collector.ts'
import type { MailCause, MailDraft } from './mail.ts'

export interface StoredMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly created_at: Date
  readonly queued_at: Date | null
  readonly sent_at: Date | null
  readonly failed_at: Date | null
  readonly error: string | null
}

export interface QueuedMail extends StoredMail {
  readonly queued_at: Date
}

const columns = sql`
  id, recipient as "to", subject, text, html, links, created_at, queued_at, sent_at, failed_at, error`

const listMax = 1000

export const insertMail = (
  tx: Queryable,
  { to, subject, text, html, links }: MailDraft,
  createdAt: Date,
  scopeId: MailCause['scopeId'] = null,
): Promise<{ id: number }> =>
  tx.one<{ id: number }>(sql`
    insert /* platform.mail.insertMail */
      into platform.mail (recipient, subject, text, html, links, created_at, queued_at, scope_id)
    values (${to}, ${subject}, ${text}, ${html}, ${links}::text[], ${createdAt}, ${createdAt}, ${scopeId})
    returning id`)

/** Newest first, at most 1,000, below the ID `before`. Matches `to` verbatim or in lower case. */
export async function listMails(
  database: Queryable,
  {
    to,
    before,
    limit = 100,
  }: { readonly to?: string | undefined; readonly before?: number | undefined; readonly limit?: number },
): Promise<StoredMail[]> {
  return database.rows<StoredMail>(sql`
    select /* platform.mail.listMails */ ${columns}
      from platform.mail
     where ${to === undefined ? sql`true` : sql`recipient in (${to}::text, lower(${to}::text))`}
       and ${before === undefined ? sql`true` : sql`id < ${before}`}
     order by id desc
     limit ${Math.min(limit, listMax)}
  `)
}

export const findMail = (database: Queryable, id: number): Promise<StoredMail | undefined> =>
  database.first<StoredMail>(sql`
    select /* platform.mail.findMail */ ${columns}
      from platform.mail
     where id = ${id}`)

export async function openMail(database: Queryable, id: number): Promise<QueuedMail | undefined> {
  return database.first<QueuedMail>(sql`
    select /* platform.mail.openMail */ ${columns}
      from platform.mail
     where id = ${id}
       and queued_at is not null
       and sent_at is null
       and failed_at is null
  `)
}

export async function keepMail(database: Queryable, id: number, reason: string): Promise<void> {
  await database.run(sql`
    update /* platform.mail.keepMail */ platform.mail
       set queued_at = null,
           error = ${reason}
     where id = ${id}
       and sent_at is null
       and failed_at is null
  `)
}

export const requeueMail = (tx: Queryable, id: number, queuedAt: Date): Promise<number> =>
  tx.run(sql`
    update /* platform.mail.requeueMail */ platform.mail
       set queued_at = ${queuedAt},
           sent_at = null,
           failed_at = null,
           error = null
     where id = ${id}
       and (queued_at is null or sent_at is not null or failed_at is not null)
  `)

export async function markSent(database: Queryable, id: number, sentAt: Date): Promise<void> {
  await database.run(sql`
    update /* platform.mail.markSent */ platform.mail
       set sent_at = ${sentAt},
           error = null
     where id = ${id}
       and sent_at is null
  `)
}

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

export async function noteDeferred(database: Queryable, id: number, reason: string): Promise<void> {
  await database.run(sql`
    update /* platform.mail.noteDeferred */ platform.mail
       set error = ${reason}
     where id = ${id}
       and sent_at is null
       and failed_at is null
  `)
}

export const removeMails = (database: Queryable, before: Date): Promise<number> =>
  database.run(sql`delete /* platform.mail.removeMails */ from platform.mail where created_at < ${before}`)

export const countMails = (
  database: Queryable,
  failedSince: Date,
): Promise<{ waiting: number; oldest: Date | null; failed: number }> =>
  database.one(sql`
    with /* platform.mail.countMails */ waiting as (
      select queued_at from platform.mail
       where queued_at is not null and sent_at is null and failed_at is null
       order by queued_at limit ${countedMax}
    ), failed as (
      select from platform.mail
       where failed_at is not null and failed_at >= ${failedSince}
       limit ${countedMax}
    )
    select (select count(*) from waiting) as waiting,
           (select min(queued_at) from waiting) as oldest,
           (select count(*) from failed) as failed
  `)
