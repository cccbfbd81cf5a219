import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { twoStepState } from './state.ts'
import { twoStepPage } from './two-step-page.ts'

export const showTwoStep = accountSite.page('showTwoStep', {
  method: 'GET',
  path: '/two-step',
  who: 'person',
  problems: [],
  handle: async (_input, context) => show(twoStepPage(await twoStepState(context))),
})
