import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { twoFactorState } from './state.ts'
import { twoFactorPage } from './two-factor-page.ts'

export const showTwoFactor = accountSite.page('showTwoFactor', {
  method: 'GET',
  path: '/two-step',
  who: 'person',
  problems: [],
  handle: async (_input, context) => show(twoFactorPage(await twoFactorState(context))),
})
