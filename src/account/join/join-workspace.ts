import { z } from 'zod'
import { inForce, type RightsTransaction } from '../../access/in-force.ts'
import { turnOf } from '../../access/in-turn.ts'
import { joinByCode } from '../../access/invitation/use-code.ts'
import { isRefusal } from '../../access/refusal.ts'
import { goTo, show, type PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { tenant } from '../../platform/turns/party.ts'
import { enter, originOf } from '../enter.ts'
import { checkLogIn } from '../log-in/check-log-in.ts'
import { endOwnSession } from '../log-out/end-own-session.ts'
import { homePath } from '../next-path.ts'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { codeProblem, codeProblems, type Invitee } from './invitee.ts'
import { joinPage } from './join-page.ts'

/** Lets the person in who is logged in, or who logs in with the same form. */
export const joinWorkspace = accountSite.page('joinWorkspace', {
  method: 'POST',
  path: '/join/{code}',
  who: 'invitee',
  params: z.object({ code: z.string() }),
  form: z.object({
    action: z.string().optional(),
    email: z.string().default(''),
    password: z.string().default(''),
  }),
  problems: [...codeProblems, 'wrong_login', 'too_many_tries'],
  again: (problem, { form }, { caller }) => {
    if (problem.code.startsWith('code_')) throw problem
    return joinPage(caller, { email: form['email'], fault: faultOf(problem) })
  },
  async handle({ form: { action, ...typed } }, context) {
    const { caller } = context
    const { person } = caller
    if (person && action === 'switch') {
      const cookie = await endOwnSession(context)
      return show(joinPage({ ...caller, person: undefined }), { cookies: [cookie] })
    }
    if (person) return join(context, person.userId, () => Promise.resolve(goTo(homePath)))
    const credentials = await checkLogIn(context, typed)
    return join(context, credentials.id, (tx) => enter(tx, context, credentials))
  },
})

/** Somebody who is a member already is let in without using the code up. */
async function join(
  context: PageContext<Invitee>,
  userId: number,
  then: (tx: Transaction) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { code, workspaceId } = context.caller.invite
  try {
    const work = async (tx: RightsTransaction) => {
      await joinByCode(tx, { code, userId, origin: originOf(context.visit) })
      return then(tx)
    }
    return await inForce(context, work, turnOf(context.turns, tenant(workspaceId), context.visit))
  } catch (error) {
    if (isRefusal(error, 'invite_code_not_valid')) throw codeProblem(error.facts.state)
    throw error
  }
}
