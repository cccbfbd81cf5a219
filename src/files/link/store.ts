import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { judgeTry, type TryGate, type TryState } from './rules.ts'

export type TryKind = 'password' | 'code' | 'mail'

interface Tries {
  readonly linkId: string
  readonly kind: TryKind
  readonly gates: readonly TryGate[]
  readonly now: Date
}

/**
 * Counts one try before it is judged, so that a thousand at the same moment are a thousand: each waits for the rows of
 * the one before it. Answers how many seconds the try has to wait, 0 when it may go on; a refused one is not counted.
 */
export const takeTry = (database: Database, { linkId, kind, gates, now }: Tries): Promise<number> =>
  database.transaction(async (tx) => {
    const states: { readonly subject: string; readonly state: TryState }[] = []
    for (const { subject, policy } of gates) {
      const verdict = judgeTry(await lockTries(tx, linkId, kind, subject, now), policy, now)
      if ('retrySeconds' in verdict) return verdict.retrySeconds
      states.push({ subject, state: verdict.state })
    }
    for (const { subject, state } of states) {
      await tx.run(sql`
        update /* files.link.takeTry */ files.share_try
        set tries = ${state.tries}, last_at = ${state.lastAt}, next_at = ${state.nextAt}
        where file_id = ${linkId} and kind = ${kind} and subject = ${subject}`)
    }
    return 0
  })

const lockTries = (
  tx: Transaction,
  linkId: string,
  kind: TryKind,
  subject: string,
  now: Date,
): Promise<TryState> =>
  tx.one<TryState>(sql`
    insert /* files.link.lockTries */ into files.share_try (file_id, kind, subject, tries, last_at, next_at)
    values (${linkId}, ${kind}, ${subject}, 0, ${now}, ${now})
    on conflict (file_id, kind, subject) do update set file_id = excluded.file_id
    returning tries, last_at as "lastAt", next_at as "nextAt"`)

/** Takes a try back that turned out right: only wrong ones count. */
export const forgiveTry = async (
  database: Queryable,
  { linkId, kind, gates }: Omit<Tries, 'now'>,
): Promise<void> => {
  await database.run(sql`
    update /* files.link.forgiveTry */ files.share_try
    set tries = case when subject = 'all' then greatest(tries - 1, 0) else 0 end, next_at = last_at
    where file_id = ${linkId} and kind = ${kind} and subject = any(${gates.map(({ subject }) => subject)})`)
}

/** The code that is good for an address from now on; an older one is not any more. */
export const replaceCode = async (
  tx: Queryable,
  code: {
    readonly linkId: string
    readonly version: number
    readonly email: string
    readonly hash: string
    readonly tries: number
    readonly expiresAt: Date
  },
): Promise<void> => {
  await tx.run(sql`
    insert /* files.link.replaceCode */
      into files.share_code (file_id, email, share_version, code_hash, tries_left, expires_at)
    values (${code.linkId}, ${code.email}, ${code.version}, ${code.hash}, ${code.tries}, ${code.expiresAt})
    on conflict (file_id, email) do update
    set share_version = excluded.share_version, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
}

/** Uses up one try of a code and gives its hash; undefined when there is none that is good. */
export const takeCodeTry = async (
  database: Queryable,
  code: { readonly linkId: string; readonly version: number; readonly email: string; readonly now: Date },
): Promise<string | undefined> =>
  (
    await database.first<{ code_hash: string }>(sql`
      update /* files.link.takeCodeTry */ files.share_code set tries_left = tries_left - 1
      where file_id = ${code.linkId} and email = ${code.email} and share_version = ${code.version}
        and expires_at > ${code.now} and tries_left > 0
      returning code_hash`)
  )?.code_hash

/** Uses a code up; false when somebody was faster with the same one. */
export const consumeCode = async (
  database: Queryable,
  linkId: string,
  email: string,
  hash: string,
): Promise<boolean> =>
  (await database.run(sql`
    delete /* files.link.consumeCode */ from files.share_code
    where file_id = ${linkId} and email = ${email} and code_hash = ${hash}`)) === 1

export interface Access {
  readonly linkId: string
  readonly workspaceId: number
  readonly entryId: string
  readonly action: 'view' | 'preview' | 'download' | 'password' | 'code'
  readonly email: string | null
  readonly address: string
  readonly at: Date
}

export const noteAccess = async (database: Queryable, access: Access): Promise<void> => {
  await database.run(sql`
    insert /* files.link.noteAccess */
      into files.share_access (file_id, workspace_id, entry_id, action, email, address, accessed_at)
    values (
      ${access.linkId}, ${access.workspaceId}, ${access.entryId}, ${access.action}, ${access.email},
      ${access.address}, ${access.at}
    )`)
}

/** Forgets tries and codes that count no more; how many, of either `max` at most. */
export const forgetDoor = async (
  database: Queryable,
  { triesBefore, now, max }: { readonly triesBefore: Date; readonly now: Date; readonly max: number },
): Promise<number> => {
  const tries = await database.run(sql`
    delete /* files.link.forgetDoor */ from files.share_try
    where (file_id, kind, subject) in (
      select file_id, kind, subject from files.share_try where last_at < ${triesBefore} limit ${max}
    )`)
  const codes = await database.run(sql`
    delete /* files.link.forgetDoor.2 */ from files.share_code
    where (file_id, email) in (select file_id, email from files.share_code where expires_at <= ${now} limit ${max})`)
  return Math.max(tries, codes)
}

/** Forgets accesses that are older than `before` or not among the newest `keptMax`; how many, `max` at most. */
export const forgetAccesses = (
  database: Queryable,
  { before, keptMax, max }: { readonly before: Date; readonly keptMax: number; readonly max: number },
): Promise<number> =>
  database.run(sql`
    delete /* files.link.forgetAccesses */ from files.share_access
    where id in (
      select id from files.share_access
      where accessed_at < ${before} or id <= (select max(id) from files.share_access) - ${keptMax}
      order by id
      limit ${max}
    )`)
