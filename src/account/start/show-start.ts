import { goTo, show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { startPage } from './start-page.ts'

export const showStart = accountSite.page('showStart', {
  method: 'GET',
  path: '/',
  who: 'guest',
  problems: [],
  handle: (_input, { caller }) => Promise.resolve(caller.person ? goTo('/in') : show(startPage)),
})
