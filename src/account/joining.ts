import { inForce, type RightsTransaction } from '../identity/in-force.ts'
import { lockPermit } from '../identity/lock-permit.ts'
import type { Guest } from '../identity/schemes/session.ts'
import { acceptInvitation } from '../identity/join/accept-invitation.ts'
import { joinByCode } from '../identity/join/use-code.ts'
import { digestOf } from '../identity/link/token.ts'
import { isRefusal } from '../identity/refusal.ts'
import type { CheckedLogIn } from '../identity/session/begin-session.ts'
import { holdSession } from '../identity/session/hold-session.ts'
import { goTo, type PageAnswer } from '../api/pages/answer.ts'
import type { PageContext } from '../api/pages/page.ts'
import { workspaceFlow } from '../api/limiters.ts'
import { askSecondStep, logIn, originOf, type Joining } from './enter.ts'
import { invitationProblem, invitationProblems } from './schemes/invited.ts'
import { codeProblem, codeProblems } from './schemes/invitee.ts'
import { homePath } from './next-path.ts'
import { problem } from './problems.ts'

export const joiningProblems = [
  ...invitationProblems,
  ...codeProblems,
  'invitation_for_another',
  'account_exists',
] as const

/** Makes a person a member. Members do not use an invite code up. */
export async function join(
  tx: RightsTransaction,
  { visit }: PageContext<unknown>,
  { by, secret }: Joining,
  userId: number,
): Promise<void> {
  const origin = originOf(visit)
  if (by === 'code') await joinByCode(tx, { code: secret, userId, origin })
  else await acceptInvitation(tx, { digest: digestOf(secret), userId, origin })
}

/** Commits the membership together with `work`. A refusal becomes a problem of the page. */
export async function joined(
  context: PageContext<unknown>,
  { workspaceId }: Joining,
  work: (tx: RightsTransaction) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await inForce(
      context,
      work,
      lockPermit(context.limiters, workspaceFlow(workspaceId), context.visit),
    )
  } catch (error) {
    if (isRefusal(error, 'invite_code_not_valid')) throw codeProblem(error.facts.state)
    if (isRefusal(error, 'invitation_not_valid')) throw invitationProblem(error.facts.state)
    if (isRefusal(error, 'email_taken')) throw problem.account_exists()
    if (isRefusal(error, 'invitation_for_another')) throw problem.invitation_for_another()
    if (isRefusal(error, 'already_a_member')) return goTo(homePath)
    throw error
  }
}

/** For people whose password was right, after the second step if they have one. */
export function joinWithPassword(
  context: PageContext<Guest>,
  joining: Joining,
  person: CheckedLogIn,
): Promise<PageAnswer> {
  if (person.two_step) return Promise.resolve(askSecondStep(context, person, { next: homePath, joining }))
  return joined(context, joining, async (tx) => {
    await join(tx, context, joining, person.id)
    return logIn(tx, context, person, homePath)
  })
}

/** For people who are logged in. If the session has ended, they log in and return to `path`. */
export async function joinInSession(
  context: PageContext<Guest>,
  joining: Joining,
  path: `/${string}`,
): Promise<PageAnswer> {
  const { person } = context.caller
  if (!person) return goTo(path)
  try {
    return await joined(context, joining, async (tx) => {
      await join(tx, context, joining, person.userId)
      await holdSession(tx, person)
      return goTo(homePath)
    })
  } catch (error) {
    if (isRefusal(error, 'session_ended')) return goTo(path)
    throw error
  }
}
