import { goTo, show } from '../../api/pages/answer.ts'
import { readPending } from '../enter.ts'
import { accountSite } from '../site.ts'
import { codePage } from './code-page.ts'

export const askCode = accountSite.page('askCode', {
  method: 'GET',
  path: '/login/code',
  who: 'nobody',
  problems: [],
  handle: (_input, context) =>
    Promise.resolve(readPending(context, context.visit) ? show(codePage()) : goTo('/login')),
})
