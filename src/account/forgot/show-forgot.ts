import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { forgotPage } from './forgot-page.ts'

export const showForgot = accountSite.page('showForgot', {
  method: 'GET',
  path: '/forgot',
  who: 'nobody',
  problems: [],
  handle: () => Promise.resolve(show(forgotPage())),
})
