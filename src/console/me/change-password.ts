import { z } from 'zod'
import { text } from '../../api/field.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { noContent, WithCookies } from '../../api/result.ts'
import { checkOwnPassword } from '../../identity/password/own-password.ts'
import { passwordFault, passwordFaultSentences, passwordForm } from '../../identity/password/rules.ts'
import { changePassword as change } from '../../identity/password/set-password.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { beginSession } from '../../identity/session/begin-session.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

export const changePassword = console.endpoint('changePassword', {
  method: 'POST',
  path: '/me/password',
  summary: 'Change your password',
  description: 'All sessions end, also on other devices; this browser gets a new one.',
  who: loggedIn,
  body: z.object({ current_password: text(), new_password: text() }),
  result: noContent,
  problems: ['weak_password', 'wrong_password', 'too_many_tries'],

  async handle({ body }, context) {
    const { call, database, origins, passwords, principal, random } = context
    const { userId, email } = principal
    const { address, requestId, headers } = call
    const fault = passwordFault(body.new_password, email)
    if (fault)
      throw problem.weak_password({
        message: passwordFaultSentences[fault],
        details: { field: 'new_password' },
      })
    const person = await checkOwnPassword(context, { userId, address }, body.current_password)
    if (!person) throw problem.wrong_password({ details: { field: 'current_password' } })
    const flowKeys = visitorFlow(address, `password/${userId}`)
    const passwordHash = await passwords.hash(flowKeys, passwordForm(body.new_password))
    const origin = { address, requestId }
    const browser = String(headers['user-agent'] ?? '')
    const { cookie } = await database.transaction(async (tx) => {
      await holdSession(tx, principal)
      const changed = await change(tx, person, { passwordHash, origin })
      return beginSession(tx, { random, filesOrigin: origins.files }, { person: changed, browser, origin })
    })
    return new WithCookies<void>(undefined, cookie)
  },
})
