import { findPerson, type Guest } from '../../identity/gates/session.ts'
import type { CodeState } from '../../identity/invitation/code-rules.ts'
import { findInviteCode, type ShownCode } from '../../identity/invitation/use-code.ts'
import type { Context } from '../../api/context.ts'
import type { Admission, Visit } from '../../api/pages/page.ts'
import { problem } from '../problems.ts'

/** Somebody who opened a join link that works. */
export interface Invitee extends Guest {
  readonly invite: ShownCode
}

export const codeProblems = ['code_used', 'code_revoked'] as const

/** The problem that a code in this state is. */
export const codeProblem = (state: Exclude<CodeState, 'valid'> | 'unknown') =>
  state === 'unknown' ? problem.unknown_path() : problem[`code_${state}`]()

export async function invitee(visit: Visit, context: Context): Promise<Admission<Invitee>> {
  const invite = await findInviteCode(context.database, visit.params['code'] ?? '')
  if (!invite) throw problem.unknown_path()
  if (invite.state !== 'valid') throw codeProblem(invite.state)
  const { person, cookies } = await findPerson(visit, context)
  return { caller: { invite, person }, cookies }
}
