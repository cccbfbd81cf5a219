import { findPerson, type Guest } from '../../identity/schemes/session.ts'
import { findInvitation, type ShownInvitation } from '../../identity/join/accept-invitation.ts'
import type { LinkState } from '../../identity/link/rules.ts'
import { digestOf } from '../../identity/link/token.ts'
import { findCredentials, type Credentials } from '../../identity/credentials/store.ts'
import type { AuthScheme } from '../../api/auth-scheme.ts'
import { problem } from '../problems.ts'
import { tokenParams } from '../token.ts'

/** Somebody who opened the link of an invitation that can be accepted. */
export interface Invited extends Guest {
  readonly token: string
  readonly invitation: ShownInvitation
  /** Of the invited address, if there is one. */
  readonly account: Credentials | undefined
}

export const invitationProblems = ['invitation_used', 'invitation_expired', 'invitation_revoked'] as const

/** The problem that a link in this state is. */
export const invitationProblem = (state: Exclude<LinkState, 'valid'> | 'unknown') =>
  state === 'unknown' ? problem.unknown_path() : problem[`invitation_${state}`]()

/** What the visitor has to do to accept. */
export type Way = 'join' | 'switch' | 'log-in' | 'first-password' | 'new-account'

export function wayOf({ person, invitation, account }: Invited): Way {
  if (person) return person.email === invitation.email ? 'join' : 'switch'
  if (!account) return 'new-account'
  // A disabled person learns nothing here: no password is right.
  return account.password_hash === null && !account.disabled ? 'first-password' : 'log-in'
}

/** Authenticates by the link of an open invitation. Throws the problem of any other link. */
export const invited: AuthScheme<Invited> = {
  authenticate: async (visit, context) => {
    const { clock, database } = context
    const params = tokenParams.safeParse(visit.params)
    if (!params.success) throw problem.unknown_path()
    const { token } = params.data
    const invitation = await findInvitation(database, digestOf(token), clock.now())
    if (!invitation) throw problem.unknown_path()
    if (invitation.state !== 'valid') throw invitationProblem(invitation.state)
    const account = await findCredentials(database, invitation.email)
    const { person, cookies } = await findPerson(visit, context)
    return { outcome: 'authenticated', caller: { token, invitation, account, person }, cookies }
  },
}
