import { z } from 'zod'
import type { Guest } from '../../identity/schemes/session.ts'
import { holdWorkspace } from '../../identity/workspace/store.ts'
import { findCredentialsById, type Credentials } from '../../identity/credentials/store.ts'
import { isRefusal } from '../../identity/refusal.ts'
import { useCode } from '../../identity/totp/second-step.ts'
import { holdPerson } from '../../identity/user/store.ts'
import { goTo, type PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { Problem } from '../../api/problem.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isSamePassword, logIn, readPending, type Pending } from '../enter.ts'
import { join, joined, joiningProblems } from '../joining.ts'
import { nextPath } from '../next-path.ts'
import { faultOf, problem } from '../problems.ts'
import { accountSite } from '../site.ts'
import { noteRefusal, requireCodeTry } from './check-log-in.ts'
import { codePage } from './code-page.ts'

export const checkCode = accountSite.page('checkCode', {
  method: 'POST',
  path: '/login/code',
  who: 'guest',
  form: z.object({ code: z.string().default('') }),
  problems: ['wrong_code', 'too_many_tries', ...joiningProblems],
  again: (fault) => {
    if (fault.code !== 'wrong_code' && fault.code !== 'too_many_tries') throw fault
    return codePage(faultOf(fault))
  },
  async handle({ form: { code } }, context) {
    const { database, visit } = context
    const pending = readPending(context, visit)
    if (!pending) return goTo('/login')
    const person = await findCredentialsById(database, pending.userId)
    if (!person?.two_step || person.disabled || !isSamePassword(context, pending, person.password_hash))
      return goTo('/login')
    const forgive = await requireCodeTry(context, person.id)
    try {
      const answer = await finish(context, pending, person, code)
      await forgive()
      return answer
    } catch (error) {
      if (isRefusal(error, 'credentials_changed')) return goTo('/login')
      if (error instanceof Problem && error.code === 'wrong_code')
        await noteRefusal(context, person.id, 'wrong_code')
      throw error
    }
  },
})

function finish(
  context: PageContext<Guest>,
  { joining, next }: Pending,
  person: Credentials,
  code: string,
): Promise<PageAnswer> {
  const enterByCode = async (tx: Transaction, then: () => Promise<void>) => {
    await holdPerson(tx, person.id)
    if (!(await useCode(tx, context, person.id, code))) throw problem.wrong_code()
    await then()
    return logIn(tx, context, person, nextPath(next))
  }
  if (!joining) return context.database.transaction((tx) => enterByCode(tx, () => Promise.resolve()))
  return joined(context, joining, async (tx) => {
    // Always lock the workspace before the person.
    await holdWorkspace(tx, joining.workspaceId)
    return enterByCode(tx, () => join(tx, context, joining, person.id))
  })
}
