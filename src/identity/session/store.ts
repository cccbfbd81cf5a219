import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Role } from '../principal.ts'
import type { SessionTimes } from './rules.ts'

export interface SessionDraft {
  readonly digest: Buffer
  readonly userId: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly address: string
  readonly browser: string
}

export const insertSession = (tx: Transaction, draft: SessionDraft): Promise<{ id: number }> =>
  tx.one(sql`
    insert /* identity.session.insertSession */
      into identity.session (digest, user_id, created_at, seen_at, expires_at, address, browser)
    values (${draft.digest}, ${draft.userId}, ${draft.createdAt}, ${draft.createdAt}, ${draft.expiresAt},
            ${draft.address}, ${draft.browser})
    returning id`)

/** A session with its person, and their role in the workspace if they belong to it. */
export interface SessionRow extends SessionTimes {
  readonly id: number
  readonly user_id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly disabled: boolean
  readonly two_step: boolean
  readonly operator: boolean
  readonly role: Role | null
  readonly joined_at: Date | null
  readonly workspace_type: 'personal' | 'org' | null
  /** Services of the person's plan; null without an active subscription. */
  readonly person_services: readonly string[] | null
  /** Of the workspace owner's plan; null without an active subscription. */
  readonly owner_services: readonly string[] | null
}

/** Without a workspace, everything about one is null. */
export const findSession = (
  database: Queryable,
  digest: Buffer,
  workspaceId: number | null = null,
): Promise<SessionRow | undefined> =>
  database.find<SessionRow>(sql`
    select /* identity.session.findSession */
      s.id, s.user_id, s.seen_at, s.expires_at, s.ended_at, u.email, u.first_name, u.last_name,
      u.disabled_at is not null as disabled, u.totp_confirmed_at is not null as two_step,
      u.operator_since is not null as operator, m.role, m.joined_at, w.type as workspace_type,
      case when c.active then c.services end as person_services,
      case when o.active then o.services end as owner_services
      from identity.session s
      join identity.user u on u.id = s.user_id
      left join identity.member m on m.workspace_id = ${workspaceId} and m.user_id = s.user_id
      left join identity.workspace w on w.id = m.workspace_id
      left join identity.entitlement c on c.user_id = m.user_id
      left join identity.entitlement o on o.user_id = w.owner_id
     where s.digest = ${digest}`)

export const writeSeen = (database: Queryable, id: number, seenAt: Date): Promise<number> =>
  database.run(sql`
    update /* identity.session.writeSeen */ identity.session set seen_at = ${seenAt}
     where id = ${id} and seen_at < ${seenAt}`)

export const endSession = (database: Queryable, id: number, now: Date): Promise<number> =>
  database.run(sql`
    update /* identity.session.endSession */ identity.session set ended_at = ${now}
     where id = ${id} and ended_at is null`)

/** Ends the person's sessions, except one if given. */
export const endSessions = (tx: Transaction, userId: number, now: Date, except = 0): Promise<number> =>
  tx.run(sql`
    update /* identity.session.endSessions */ identity.session set ended_at = ${now}
     where user_id = ${userId} and ended_at is null and id <> ${except}`)

export const endOldestSessions = (
  tx: Transaction,
  userId: number,
  { now, seenAfter, kept }: { readonly now: Date; readonly seenAfter: Date; readonly kept: number },
): Promise<number> =>
  tx.run(sql`
    update /* identity.session.endOldestSessions */ identity.session set ended_at = ${now}
     where id in (
       select id from identity.session
        where user_id = ${userId} and ended_at is null and expires_at > ${now} and seen_at > ${seenAfter}
        order by id desc
       offset ${kept}
     )`)

/** False when somebody ended the session; it may also have expired. */
export const isSessionOpen = async (tx: Queryable, id: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.session.isSessionOpen */ 1 from identity.session where id = ${id} and ended_at is null`)) !==
  undefined

export const deleteOldSessions = (
  database: Queryable,
  { now, seenBefore, max }: { readonly now: Date; readonly seenBefore: Date; readonly max: number },
): Promise<number> =>
  database.run(sql`
    delete /* identity.session.deleteOldSessions */ from identity.session
     where id in (
       select id from identity.session
        where expires_at <= ${now} or seen_at <= ${seenBefore} or ended_at <= ${seenBefore}
        limit ${max}
     )`)

export interface ListedSession {
  readonly id: number
  readonly browser: string
  readonly address: string
  readonly created_at: Date
  readonly seen_at: Date
}

/** The open ones, newest first; a log-in keeps at most 50. */
export const listSessions = (
  database: Queryable,
  userId: number,
  { now, seenAfter }: { readonly now: Date; readonly seenAfter: Date },
): Promise<ListedSession[]> =>
  database.rows<ListedSession>(sql`
    select /* identity.session.listSessions */ id, browser, address, created_at, seen_at
      from identity.session
     where user_id = ${userId} and ended_at is null and expires_at > ${now} and seen_at > ${seenAfter}
     order by id desc`)

/** 0 when the person has no such open session. */
export const endSessionOf = (tx: Transaction, userId: number, id: number): Promise<number> =>
  tx.run(sql`
    update /* identity.session.endSessionOf */ identity.session set ended_at = ${tx.now()}
     where id = ${id} and user_id = ${userId} and ended_at is null`)
