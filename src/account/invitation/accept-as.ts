import type { RightsTransaction } from '../../identity/in-force.ts'
import { holdWorkspace } from '../../identity/workspace/store.ts'
import { isName } from '../../identity/name.ts'
import { setFirstPassword } from '../../identity/password/set-password.ts'
import { findCredentialsById, type Credentials } from '../../identity/credentials/store.ts'
import { createUser } from '../../identity/user/create-user.ts'
import type { PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { logIn, originOf, type Joining } from '../enter.ts'
import { join, joined, joinInSession, joinWithPassword } from '../joining.ts'
import { withCheckedLogIn } from '../log-in/check-log-in.ts'
import { homePath } from '../next-path.ts'
import { hashNewPassword } from '../password/new-password.ts'
import { problem } from '../problems.ts'
import type { Invited, Way } from '../schemes/invited.ts'

type InvitedContext = PageContext<Invited>

interface Typed {
  readonly first_name: string
  readonly last_name: string
  readonly password: string
}

const nameCharactersMax = 80
/** The default for people who join by an invitation. */
const plan = 'standard'

function nameOf(typed: string): string {
  const name = typed.trim()
  if (!isName(name, nameCharactersMax)) throw problem.missing_name()
  return name
}

/** Accepts for each kind of visitor, in one transaction. */
export const acceptAs: Readonly<Record<Way, (context: InvitedContext, typed: Typed) => Promise<PageAnswer>>> =
  {
    join: (context) => joinInSession(context, joiningOf(context), `/invitation/${context.caller.token}`),

    switch: () => Promise.reject(problem.invitation_for_another()),

    'log-in': (context, { password }) => {
      const { email } = context.caller.invitation
      return withCheckedLogIn(context, { email, password }, (person) =>
        joinWithPassword(context, joiningOf(context), person),
      )
    },

    'first-password': async (context, { password }) => {
      const { invitation, account, token } = context.caller
      const passwordHash = await hashNewPassword(context, { password, email: invitation.email, token })
      const origin = originOf(context.visit)
      return accepted(context, async (tx) => {
        // Always lock the workspace before the person.
        await holdWorkspace(tx, invitation.workspaceId)
        return setFirstPassword(tx, account?.id ?? 0, { passwordHash, origin })
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
        return findCredentialsById(tx, id)
      })
    },
  }

const joiningOf = ({ caller }: InvitedContext): Joining => ({
  by: 'invitation',
  secret: caller.token,
  workspaceId: caller.invitation.workspaceId,
})

function accepted(
  context: InvitedContext,
  setUp: (tx: RightsTransaction) => Promise<Credentials | undefined>,
): Promise<PageAnswer> {
  const joining = joiningOf(context)
  return joined(context, joining, async (tx) => {
    const person = await setUp(tx)
    if (!person) throw problem.account_exists()
    await join(tx, context, joining, person.id)
    return logIn(tx, context, person, homePath)
  })
}
