import { z } from 'zod'
import { prepareTwoFactor } from '../../identity/totp/second-step.ts'
import { goTo } from '../../api/pages/answer.ts'
import { requireOwnPassword } from '../log-in/check-log-in.ts'
import { faultOf } from '../problems.ts'
import { accountSite } from '../site.ts'
import { inSession } from './in-session.ts'
import { twoFactorState } from './state.ts'
import { twoFactorPage } from './two-factor-page.ts'

/** Creates a secret and shows it. Log-ins do not change before a code of the app confirmed it. */
export const beginTwoFactor = accountSite.page('beginTwoFactor', {
  method: 'POST',
  path: '/two-step/begin',
  who: 'person',
  form: z.object({ password: z.string().default('') }),
  problems: ['wrong_password', 'too_many_tries'],
  again: async (problem, _input, context) => twoFactorPage(await twoFactorState(context), faultOf(problem)),
  async handle({ form: { password } }, context) {
    const { caller } = context
    await requireOwnPassword(context, caller, password)
    return inSession(context, async (tx) => {
      await prepareTwoFactor(tx, context, caller.userId)
      return goTo('/two-step')
    })
  },
})
