import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { tokenParams } from '../token.ts'
import { findLinkOwner, passwordLinkProblems } from './password-link.ts'
import { passwordPage } from './password-page.ts'

export const showWelcome = accountSite.page('showWelcome', {
  method: 'GET',
  path: '/welcome/{token}',
  who: 'nobody',
  params: tokenParams,
  problems: passwordLinkProblems,
  async handle({ params: { token } }, context) {
    const { email } = await findLinkOwner(context, { kind: 'welcome', token })
    return show(passwordPage({ path: `/welcome/${token}`, kind: 'welcome', email }))
  },
})
