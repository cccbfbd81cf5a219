import { z } from 'zod'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { tokenParams } from '../token.ts'
import { newPasswordProblems } from './new-password.ts'
import { findLinkOwner, passwordLinkProblems, takePasswordLink } from './password-link.ts'
import { passwordPage } from './password-page.ts'

export const takeWelcome = accountSite.page('takeWelcome', {
  method: 'POST',
  path: '/welcome/{token}',
  who: 'guest',
  params: tokenParams,
  form: z.object({ password: z.string().default('') }),
  problems: [...passwordLinkProblems, ...newPasswordProblems],
  again: async (problem, { params: { token } }, context) => {
    const { email } = await findLinkOwner(context, { kind: 'welcome', token })
    return passwordPage({ path: `/welcome/${token}`, kind: 'welcome', email, fault: faultOf(problem) })
  },
  handle: ({ params: { token }, form: { password } }, context) =>
    takePasswordLink(context, { kind: 'welcome', token }, password),
})
