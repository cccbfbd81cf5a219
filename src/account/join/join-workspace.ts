import { z } from 'zod'
import { show } from '../../api/pages/answer.ts'
import type { Joining } from '../enter.ts'
import { joinInSession, joinWithPassword } from '../joining.ts'
import { withCheckedLogIn } from '../log-in/check-log-in.ts'
import { endOwnSession } from '../log-out/end-own-session.ts'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { codeProblems } from '../schemes/invitee.ts'
import { joinPage } from './join-page.ts'

/** For people who are logged in, or who log in with the same form. */
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
    const { code, workspaceId } = caller.invite
    const joining: Joining = { by: 'code', secret: code, workspaceId }
    if (person) return joinInSession(context, joining, `/join/${code}`)
    return withCheckedLogIn(context, typed, (checked) => joinWithPassword(context, joining, checked))
  },
})
