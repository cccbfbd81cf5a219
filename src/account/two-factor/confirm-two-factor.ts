import { z } from 'zod'
import { switchTwoFactorOn } from '../../identity/totp/second-step.ts'
import { show } from '../../api/pages/answer.ts'
import { originOf } from '../enter.ts'
import { requireCodeTry } from '../log-in/check-log-in.ts'
import { faultOf, problem } from '../problems.ts'
import { accountSite } from '../site.ts'
import { inSession } from './in-session.ts'
import { twoFactorState } from './state.ts'
import { recoveryCodesPage, twoFactorPage } from './two-factor-page.ts'

export const confirmTwoFactor = accountSite.page('confirmTwoFactor', {
  method: 'POST',
  path: '/two-step/confirm',
  who: 'person',
  form: z.object({ code: z.string().default('') }),
  problems: ['wrong_code', 'too_many_tries'],
  again: async (fault, _input, context) => twoFactorPage(await twoFactorState(context), faultOf(fault)),
  async handle({ form: { code } }, context) {
    const { caller, visit } = context
    const forgive = await requireCodeTry(context, caller.userId)
    const { userId, sessionId } = caller
    const change = { userId, sessionId, code, origin: originOf(visit) }
    const answer = await inSession(context, async (tx) => {
      const codes = await switchTwoFactorOn(tx, context, change)
      if (!codes) throw problem.wrong_code()
      return show(recoveryCodesPage(codes))
    })
    await forgive()
    return answer
  },
})
