import { z } from 'zod'
import { goTo, show } from '../../api/pages/answer.ts'
import { nextPath } from '../next-path.ts'
import { accountSite } from '../site.ts'
import { logInPage } from './log-in-page.ts'

export const showLogIn = accountSite.page('showLogIn', {
  method: 'GET',
  path: '/login',
  who: 'guest',
  query: z.object({ next: z.string().optional().catch(undefined) }),
  problems: [],
  handle: ({ query: { next } }, { caller }) =>
    Promise.resolve(caller.person ? goTo(nextPath(next)) : show(logInPage({ next: next && nextPath(next) }))),
})
