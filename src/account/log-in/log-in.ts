import { z } from 'zod'
import { enter } from '../enter.ts'
import { nextPath } from '../next-path.ts'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { withCheckedLogIn } from './check-log-in.ts'
import { logInPage } from './log-in-page.ts'

/** Ends the browser's previous session. */
export const logIn = accountSite.page('logIn', {
  method: 'POST',
  path: '/login',
  who: 'guest',
  form: z.object({
    email: z.string().default(''),
    password: z.string().default(''),
    next: z.string().optional(),
  }),
  problems: ['wrong_login', 'too_many_tries'],
  again: (problem, { form: { email, next } }) =>
    logInPage({ email, next: next && nextPath(next), fault: faultOf(problem) }),
  handle: ({ form: { next, ...typed } }, context) =>
    withCheckedLogIn(context, typed, (person) =>
      context.database.transaction((tx) => enter(tx, context, person, nextPath(next))),
    ),
})
