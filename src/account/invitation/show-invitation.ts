import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { tokenParams } from '../token.ts'
import { invitationPage } from './invitation-page.ts'
import { invitationProblems } from '../schemes/invited.ts'

export const showInvitation = accountSite.page('showInvitation', {
  method: 'GET',
  path: '/invitation/{token}',
  who: 'invited',
  params: tokenParams,
  problems: invitationProblems,
  handle: (_input, { caller }) => Promise.resolve(show(invitationPage(caller))),
})
