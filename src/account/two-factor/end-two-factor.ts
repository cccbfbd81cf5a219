import { z } from 'zod'
import { switchTwoFactorOff, useCode } from '../../identity/totp/second-step.ts'
import { goTo } from '../../api/pages/answer.ts'
import { originOf } from '../enter.ts'
import { requireCodeTry, requireOwnPassword } from '../log-in/check-log-in.ts'
import { faultOf, problem } from '../problems.ts'
import { accountSite } from '../site.ts'
import { inSession } from './in-session.ts'
import { twoFactorState } from './state.ts'
import { twoFactorPage } from './two-factor-page.ts'

/** Requires both: neither an unattended browser nor a stolen phone is enough. */
export const endTwoFactor = accountSite.page('endTwoFactor', {
  method: 'POST',
  path: '/two-step/off',
  who: 'person',
  form: z.object({ password: z.string().default(''), code: z.string().default('') }),
  problems: ['wrong_password', 'wrong_code', 'too_many_tries'],
  again: async (fault, _input, context) => twoFactorPage(await twoFactorState(context), faultOf(fault)),
  async handle({ form: { password, code } }, context) {
    const { caller, visit } = context
    const { userId, sessionId } = caller
    await requireOwnPassword(context, caller, password)
    const forgive = await requireCodeTry(context, userId)
    const answer = await inSession(context, async (tx) => {
      if (!(await useCode(tx, context, userId, code))) throw problem.wrong_code()
      await switchTwoFactorOff(tx, { userId, sessionId, origin: originOf(visit) })
      return goTo('/two-step')
    })
    await forgive()
    return answer
  },
})
