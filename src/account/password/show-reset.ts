import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { tokenParams } from '../token.ts'
import { findLinkOwner, passwordLinkProblems } from './password-link.ts'
import { passwordPage } from './password-page.ts'

export const showReset = accountSite.page('showReset', {
  method: 'GET',
  path: '/reset/{token}',
  who: 'nobody',
  params: tokenParams,
  problems: passwordLinkProblems,
  async handle({ params: { token } }, context) {
    const { email } = await findLinkOwner(context, { kind: 'reset', token })
    return show(passwordPage({ path: `/reset/${token}`, kind: 'reset', email }))
  },
})
