import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface SentMails {
  readonly subject: string
  readonly sentAt: readonly Date[]
}

/** Locks in a consistent order. Returns mails after `since`. */
export const lockSent = (
  tx: Transaction,
  subjects: readonly string[],
  since: Date,
  now: Date,
): Promise<SentMails[]> =>
  tx.rows<SentMails>(sql`
    with /* platform.mail.lockSent */ locked as (
      insert into platform.mail_limit (subject, sent_at, forget_at)
      select subject, '{}', ${now} from unnest(${subjects}::text[]) as subject order by subject
      on conflict (subject) do update set subject = excluded.subject
      returning subject, sent_at
    )
    select subject, array(select at from unnest(sent_at) as at where at > ${since}) as "sentAt" from locked`)

export const noteSent = async (
  tx: Transaction,
  subjects: readonly string[],
  { since, now, forgetAt }: { readonly since: Date; readonly now: Date; readonly forgetAt: Date },
): Promise<void> => {
  await tx.run(sql`
    update /* platform.mail.noteSent */ platform.mail_limit
    set sent_at = array(select at from unnest(sent_at) as at where at > ${since}) || ${now}::timestamptz,
      forget_at = ${forgetAt}
    where subject = any(${subjects})`)
}

export const deleteForgottenLimits = async (database: Queryable, now: Date): Promise<void> => {
  await database.run(sql`
    delete /* platform.mail.deleteForgottenLimits */ from platform.mail_limit where forget_at <= ${now}`)
}
