import { expect } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { inForce, type RightsTransaction } from '../in-force.ts'
import { digestOf } from '../link/token.ts'
import { AccessRefusal } from '../refusal.ts'
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

/** The reason and facts of a refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<[string, unknown]> {
  const error: unknown = await work.then(
    () => expect.unreachable('It was not refused.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AccessRefusal)) throw error
  return [error.reason, error.facts]
}

/** Changes rights as pages do. */
export const change = <Result>(
  app: TestApp,
  work: (tx: RightsTransaction) => Promise<Result>,
): Promise<Result> => inForce(app.context, work)
