import { expect } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { inForce, type RightsTransaction } from '../in-force.ts'
import { digestOf } from '../link/token.ts'
import { IdentityRefusal } from '../refusal.ts'
import { createUser } from '../user/create-user.ts'
import { invite } from './invite.ts'

export interface Guest {
  readonly workspaceId: number
  readonly inviterId: number
  readonly email: string
  readonly role?: 'admin' | 'member'
}

/** A person without an organization. */
export const person = (app: TestApp, email: string): Promise<{ id: number; workspace_id: number }> =>
  app.context.database.transaction((tx) =>
    createUser(tx, app.context.setUpWorkspace, {
      email,
      firstName: 'Gus',
      lastName: 'Guest',
      plan: 'standard',
    }),
  )

/** Invites an address, and reads the link's token in the mail. */
export async function inviteGuest(
  { context }: TestApp,
  { role = 'member', ...guest }: Guest,
): Promise<{ id: number; token: string; digest: Buffer }> {
  const { random, origins } = context
  const { id } = await context.database.transaction((tx) =>
    invite(tx, { random, filesOrigin: origins.files }, { ...guest, role, via: 'iam' }),
  )
  const { text } = await context.database.one<{ text: string }>(
    sql`select text from platform.mail where recipient = ${guest.email} order by id desc limit 1`,
  )
  const token = /\/invitation\/(\w+)/.exec(text)?.[1] ?? expect.unreachable('The mail has no link.')
  return { id, token, digest: digestOf(token) }
}

type Inviter = Pick<Guest, 'workspaceId' | 'inviterId'>

/** Invitations that were sent at this moment and cancelled: they count, and are not pending. */
export const sentBefore = (
  { context: { database }, clock }: TestApp,
  { workspaceId, inviterId }: Inviter,
  count: number,
): Promise<number> =>
  database.run(sql`
    with sent as (
      insert into identity.invitation (workspace_id, email, role, invited_by, invited_at, expires_at, cancelled_at)
      select ${workspaceId}, 'before-' || n || '@example.com', 'member', ${inviterId}, ${clock.now()}, ${clock.now()},
             ${clock.now()}
        from generate_series(1, ${count}::int) n
      returning id, email
    )
    insert into identity.link (digest, kind, invitation_id, workspace_id, recipient, issued_via, created_at, expires_at)
    select sha256(('' || id)::bytea), 'invitation', id, ${workspaceId}, email, 'iam', ${clock.now()}, ${clock.now()}
      from sent`)

/** Pending invitations to `pending-1@example.com` and so on, without mails. */
export const pendingBefore = (
  { context: { database }, clock }: Pick<TestApp, 'context' | 'clock'>,
  { workspaceId, inviterId }: Inviter,
  count: number,
): Promise<number> =>
  database.run(sql`
    insert into identity.invitation (workspace_id, email, role, invited_by, invited_at, expires_at)
    select ${workspaceId}, 'pending-' || n || '@example.com', 'member', ${inviterId}, ${clock.now()}, ${clock.now()}
      from generate_series(1, ${count}::int) n`)

/** Many members at once: `crowd-1@example.com` and so on, without keys. */
export const crowd = (
  { context: { database }, clock }: Pick<TestApp, 'context' | 'clock'>,
  workspaceId: number,
  count: number,
): Promise<number> =>
  database.run(sql`
    with added as (
      insert into identity.user (email, first_name, last_name, created_at)
      select 'crowd-' || n || '@example.com', 'Crowd', n::text, ${clock.now()} from generate_series(1, ${count}::int) n
      returning id
    )
    insert into identity.member (workspace_id, user_id, role, joined_at)
    select ${workspaceId}, id, 'member', ${clock.now()} from added`)

/** The reason and facts of a refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<[string, unknown]> {
  const error: unknown = await work.then(
    () => expect.unreachable('It was not refused.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof IdentityRefusal)) throw error
  return [error.reason, error.facts]
}

/** Changes rights as pages do. */
export const change = <Result>(
  app: TestApp,
  work: (tx: RightsTransaction) => Promise<Result>,
): Promise<Result> => inForce(app.context, work)
