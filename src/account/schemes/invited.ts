import { findPerson, type Guest } from '../../identity/schemes/session.ts'
import { findInvitation, type ShownInvitation } from '../../identity/join/accept-invitation.ts'
import type { LinkState } from '../../identity/link/rules.ts'
import { digestOf } from '../../identity/link/token.ts'
import { findCredentials, type Credentials } from '../../identity/credentials/store.ts'
import type { AuthScheme } from '../../api/auth-scheme.ts'
import { problem } from '../problems.ts'
import { tokenParams } from '../token.ts'

export interface Invited extends Guest {
  readonly token: string
  readonly invitation: ShownInvitation
  readonly account: Credentials | undefined
}

export const invitationProblems = ['invitation_used', 'invitation_expired', 'invitation_revoked'] as const

export const invitationProblem = (state: Exclude<LinkState, 'valid'> | 'unknown') =>
  state === 'unknown' ? problem.unknown_path() : problem[`invitation_${state}`]()

export type Way = 'join' | 'switch' | 'log-in' | 'first-password' | 'new-account'

export function wayOf({ person, invitation, account }: Invited): Way {
  if (person) return person.email === invitation.email ? 'join' : 'switch'
  if (!account) return 'new-account'
  // To a disabled person, every password is wrong.
  return account.password_hash === null && !account.disabled ? 'first-password' : 'log-in'
}

/** Throws the problem of a link that does not work. */
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
