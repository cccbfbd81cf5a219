import { inForce, type RightsTransaction } from '../../access/in-force.ts'
import { turnOf } from '../../access/in-turn.ts'
import { acceptInvitation } from '../../access/invitation/accept-invitation.ts'
import { digestOf } from '../../access/link/token.ts'
import { setFirstPassword } from '../../access/password/set-password.ts'
import { findCredentialsById } from '../../access/password/store.ts'
import { isRefusal } from '../../access/refusal.ts'
import { createUser } from '../../access/user/create-user.ts'
import { goTo, type PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { tenant } from '../../platform/turns/party.ts'
import { enter, originOf } from '../enter.ts'
import { checkLogIn } from '../log-in/check-log-in.ts'
import { homePath } from '../next-path.ts'
import { hashNewPassword } from '../password/new-password.ts'
import { problem } from '../problems.ts'
import { invitationProblem, type Invited, type Way } from './invited.ts'

type InvitedContext = PageContext<Invited>

interface Typed {
  readonly first_name: string
  readonly last_name: string
  readonly password: string
}

const nameCharactersMax = 80
/** Of people who come by an invitation; the operator may give them another one. */
const plan = 'standard'

function nameOf(typed: string): string {
  const name = typed.trim().normalize('NFC')
  const fits = name !== '' && Array.from(name).length <= nameCharactersMax && !/\p{C}/u.test(name)
  if (!fits) throw problem.missing_name()
  return name
}

/** Accepts for each kind of visitor. The membership, and what it needs, come to be in one transaction or not at all. */
export const acceptAs: Readonly<Record<Way, (context: InvitedContext, typed: Typed) => Promise<PageAnswer>>> =
  {
    join: (context) =>
      accepted(context, async (tx) => {
        await accept(tx, context, context.caller.person?.userId ?? 0)
        return goTo(homePath)
      }),

    switch: () => Promise.reject(problem.invitation_for_another()),

    'log-in': async (context, { password }) => {
      const person = await checkLogIn(context, { email: context.caller.invitation.email, password })
      return accepted(context, async (tx) => {
        await accept(tx, context, person.id)
        return enter(tx, context, person)
      })
    },

    'first-password': async (context, { password }) => {
      const { invitation, account, token } = context.caller
      const passwordHash = await hashNewPassword(context, { password, email: invitation.email, token })
      const origin = originOf(context.visit)
      return accepted(context, async (tx) => {
        const person = await setFirstPassword(tx, account?.id ?? 0, { passwordHash, origin })
        if (!person) throw problem.account_exists()
        await accept(tx, context, person.id)
        return enter(tx, context, person)
      })
    },

    'new-account': async (context, { password, ...names }) => {
      const { email } = context.caller.invitation
      const [firstName, lastName] = [nameOf(names.first_name), nameOf(names.last_name)]
      const { token } = context.caller
      const passwordHash = await hashNewPassword(context, { password, email, token })
      return accepted(context, async (tx) => {
        const draft = { email, firstName, lastName, passwordHash, plan }
        const { id } = await createUser(tx, context.setUpWorkspace, draft)
        await accept(tx, context, id)
        const person = await findCredentialsById(tx, id)
        if (!person) throw new Error('A person who was just created is missing.')
        return enter(tx, context, person)
      })
    },
  }

const accept = (tx: RightsTransaction, { caller, visit }: InvitedContext, userId: number) =>
  acceptInvitation(tx, { digest: digestOf(caller.token), userId, origin: originOf(visit) })

/** Commits, and says in the words of pages what became of an invitation that somebody else was faster with. */
async function accepted(
  context: InvitedContext,
  work: (tx: RightsTransaction) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    const { turns, caller, visit } = context
    return await inForce(context, work, turnOf(turns, tenant(caller.invitation.workspaceId), visit))
  } catch (error) {
    if (isRefusal(error, 'invitation_not_valid')) throw invitationProblem(error.facts.state)
    if (isRefusal(error, 'email_taken')) throw problem.account_exists()
    if (isRefusal(error, 'invitation_for_another')) throw problem.invitation_for_another()
    if (isRefusal(error, 'already_a_member')) return goTo(homePath)
    throw error
  }
}
