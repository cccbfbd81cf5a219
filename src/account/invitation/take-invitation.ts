import { z } from 'zod'
import { show } from '../../api/pages/answer.ts'
import { endOwnSession } from '../log-out/end-own-session.ts'
import { newPasswordProblems } from '../password/new-password.ts'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { tokenParams } from '../token.ts'
import { acceptAs } from './accept-as.ts'
import { invitationPage } from './invitation-page.ts'
import { invitationProblems, wayOf } from '../schemes/invited.ts'

/** The visitor's identity decides what they have to do, not the form. */
export const takeInvitation = accountSite.page('takeInvitation', {
  method: 'POST',
  path: '/invitation/{token}',
  who: 'invited',
  params: tokenParams,
  form: z.object({
    action: z.string().optional(),
    first_name: z.string().default(''),
    last_name: z.string().default(''),
    password: z.string().default(''),
  }),
  problems: [
    ...invitationProblems,
    ...newPasswordProblems,
    'missing_name',
    'wrong_login',
    'account_exists',
    'invitation_for_another',
  ],
  again: (problem, { form }, { caller }) => {
    // These are not about the input.
    const { code } = problem
    if (code.startsWith('invitation_') || code === 'account_exists') throw problem
    const names = { firstName: form['first_name'], lastName: form['last_name'] }
    return invitationPage(caller, { ...names, fault: faultOf(problem) })
  },
  async handle({ form }, context) {
    const { caller } = context
    const way = wayOf(caller)
    if (way === 'switch' && form.action === 'switch') {
      const cookie = await endOwnSession(context)
      return show(invitationPage({ ...caller, person: undefined }), { cookies: [cookie] })
    }
    return acceptAs[way](context, form)
  },
})
