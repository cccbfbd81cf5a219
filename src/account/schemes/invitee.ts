import { findPerson, type Guest } from '../../identity/schemes/session.ts'
import type { CodeState } from '../../identity/invitation/code-rules.ts'
import { findInviteCode, type ShownCode } from '../../identity/join/use-code.ts'
import type { AuthScheme } from '../../api/auth-scheme.ts'
import { problem } from '../problems.ts'

export interface Invitee extends Guest {
  readonly invite: ShownCode
}

export const codeProblems = ['code_used', 'code_revoked'] as const

export const codeProblem = (state: Exclude<CodeState, 'valid'> | 'unknown') =>
  state === 'unknown' ? problem.unknown_path() : problem[`code_${state}`]()

/** Throws the problem of a code that does not work. */
export const invitee: AuthScheme<Invitee> = {
  authenticate: async (visit, context) => {
    const invite = await findInviteCode(context.database, visit.params['code'] ?? '')
    if (!invite) throw problem.unknown_path()
    if (invite.state !== 'valid') throw codeProblem(invite.state)
    const { person, cookies } = await findPerson(visit, context)
    return { outcome: 'authenticated', caller: { invite, person }, cookies }
  },
}
