import { z } from 'zod'
import { findCredentialsById } from '../../access/password/store.ts'
import { useCode } from '../../access/totp/second-step.ts'
import { goTo } from '../../api/pages/answer.ts'
import { logIn, passwordMark, readPending } from '../enter.ts'
import { nextPath } from '../next-path.ts'
import { faultOf, problem } from '../problems.ts'
import { accountSite } from '../site.ts'
import { noteRefusal, requireCodeTry } from './check-log-in.ts'
import { codePage } from './code-page.ts'

/** Takes the code of somebody whose password was right a few minutes ago. */
export const checkCode = accountSite.page('checkCode', {
  method: 'POST',
  path: '/login/code',
  who: 'guest',
  form: z.object({ code: z.string().default('') }),
  problems: ['wrong_code', 'too_many_tries'],
  again: (fault) => codePage(faultOf(fault)),
  async handle({ form: { code } }, context) {
    const { database, visit } = context
    const pending = readPending(context, visit)
    const person = pending && (await findCredentialsById(database, pending.userId))
    if (!person || person.disabled || pending.password !== passwordMark(context, person.password_hash))
      return goTo('/login')
    const forgive = await requireCodeTry(context, person.id)
    if (!(await useCode(context, person.id, code))) {
      await noteRefusal(context, person.id, 'wrong_code')
      throw problem.wrong_code()
    }
    await forgive()
    return database.transaction((tx) => logIn(tx, context, person.id, nextPath(pending.next)))
  },
})
