import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Answer, TestApp } from '../../test/harness.ts'
import { visitor, type Visitor } from '../../test/visitor.ts'
import { issueLink } from '../identity/link/issue-link.ts'
import type { LinkSubject } from '../identity/link/model.ts'
import { prepareTwoFactor, preparedSecret, switchTwoFactorOn } from '../identity/totp/second-step.ts'
import { createUser } from '../identity/user/create-user.ts'
import { sql } from '../platform/database/sql.ts'
import { programFlow } from '../platform/concurrency/flow-key.ts'

export const rightPassword = 'three calm otters'
let people = 0
let networks = 0

/** A visitor whose network nobody has used before, so that tries of other tests do not slow this one down. */
export const newcomer = (app: TestApp): Visitor => visitor(app, `198.18.${++networks >> 8}.${networks & 255}`)

export interface TestPerson {
  readonly id: number
  readonly email: string
}

/** A person; with `password: null` one who has not set any. */
export async function makePerson(
  { context }: TestApp,
  draft: { readonly email?: string; readonly password?: string | null } = {},
): Promise<TestPerson> {
  const { email = `pat-${++people}@example.com`, password = rightPassword } = draft
  const passwordHash = password === null ? undefined : await context.passwords.hash(programFlow, password)
  return context.database.transaction((tx) =>
    createUser(tx, context.setUpWorkspace, {
      email,
      firstName: 'Pat',
      lastName: 'Person',
      passwordHash,
      plan: 'standard',
    }),
  )
}

export const logIn = (guest: Visitor, email: string, password = rightPassword): Promise<Answer> =>
  guest.submit('/login', { email, password })

/** A visitor who is logged in. */
export async function loggedIn(app: TestApp, { email }: { readonly email: string }): Promise<Visitor> {
  const guest = newcomer(app)
  expect((await logIn(guest, email)).status).toBe(303)
  return guest
}

/** The path of a new link for a person. */
export async function makeLink(
  { context }: TestApp,
  kind: 'welcome' | 'reset',
  { id, email }: TestPerson,
): Promise<string> {
  const { database, random, origins } = context
  const subject: LinkSubject = { kind, userId: id }
  const { url } = await database.transaction((tx) =>
    issueLink(
      tx,
      { random, filesOrigin: origins.files },
      {
        subject,
        recipient: email,
        issuedBy: null,
        issuedVia: 'console',
      },
    ),
  )
  return new URL(url).pathname
}

/** Switches two-step verification on. Returns what the person's app shows at the moment. */
export async function switchOnTwoFactor(app: TestApp, userId: number): Promise<() => string> {
  const { context, clock } = app
  await context.database.transaction((tx) => prepareTwoFactor(tx, context, userId))
  const totp = new TOTP({ secret: Secret.fromBase32((await preparedSecret(context, userId)) ?? '') })
  const shown = () => totp.generate({ timestamp: clock.now().getTime() })
  const change = { userId, sessionId: 0, code: shown(), origin: {} }
  await context.database.transaction((tx) => switchTwoFactorOn(tx, context, change))
  clock.advance(60_000)
  return shown
}

/** How many sessions of the person would let them in. */
export const openSessions = async ({ context }: TestApp, userId: number): Promise<number> =>
  context.database.run(sql`select from identity.session where user_id = ${userId} and ended_at is null`)

/** What the audit log says of a person, oldest first. */
export const auditOf = async ({ context }: TestApp, userId: number): Promise<readonly string[]> => {
  const rows = await context.database.rows<{ action: string; outcome: string }>(
    sql`select action, outcome from identity.audit where user_id = ${userId} order by id`,
  )
  return rows.map(({ action, outcome }) => `${action} ${outcome}`)
}

/** Where an answer leads, or its heading. */
export const outcomeOf = ({ status, headers, text }: Answer): string => {
  const heading = /<h1>(.*?)<\/h1>/s
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim()
  return `${status} ${String(headers['location'] ?? heading ?? '')}`
}
