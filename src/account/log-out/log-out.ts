import { show } from '../../api/pages/answer.ts'
import { noticePage } from '../../platform/pages/notice.ts'
import { accountSite } from '../site.ts'
import { endOwnSession } from './end-own-session.ts'

const next = { words: 'Log in again', path: '/login' } as const

export const logOut = accountSite.page('logOut', {
  method: 'POST',
  path: '/logout',
  who: 'guest',
  problems: [],
  async handle(_input, context) {
    const cookie = await endOwnSession(context)
    const page = noticePage('You are logged out', 'This browser has forgotten you.', { next })
    return show(page, { cookies: [cookie] })
  },
})
