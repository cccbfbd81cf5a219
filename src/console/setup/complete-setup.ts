import { z } from 'zod'
import { nobody } from '../../api/caller.ts'
import { text } from '../../api/field.ts'
import { WithCookies } from '../../api/result.ts'
import { findCredentialsById } from '../../identity/credentials/store.ts'
import { passwordFaultSentences } from '../../identity/password/rules.ts'
import { IdentityRefusal, isRefusal } from '../../identity/refusal.ts'
import { isCrossSite } from '../../identity/schemes/session.ts'
import { beginSession } from '../../identity/session/begin-session.ts'
import { setUp } from '../../identity/setup/set-up.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

export const completeSetup = console.endpoint('completeSetup', {
  method: 'POST',
  path: '/setup',
  summary: 'Create the first operator, and log in',
  description:
    'With the token of the set-up link. On a new installation the operator takes over the account of the first run, whose keys keep working.',
  who: nobody,
  body: z.object({
    token: text(),
    email: text(),
    first_name: text(),
    last_name: text(),
    password: text(),
  }),
  status: 201,
  result: z.object({ user_id: z.int(), workspace_id: z.int() }),
  problems: [
    'invalid_email',
    'missing_name',
    'weak_password',
    'setup_closed',
    'invalid_setup_token',
    'email_taken',
    'too_many_tries',
  ],

  async handle({ body }, context) {
    const { call, origins, random } = context
    if (isCrossSite({ method: 'POST', headers: call.headers }, context)) throw problem.cross_site()
    const { address, requestId, signal, headers } = call
    const typed = {
      token: body.token,
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      password: body.password,
    }
    const done = await setUp(context, { address, requestId, signal }, typed, async (tx, operator) => {
      const { userId } = operator
      const person = await findCredentialsById(tx, userId)
      if (!person) throw new IdentityRefusal('user_not_found', { userId })
      const browser = String(headers['user-agent'] ?? '')
      const logIn = { person, browser, origin: { address, requestId } }
      const { cookie } = await beginSession(tx, { random, filesOrigin: origins.files }, logIn)
      return { ...operator, cookie }
    }).catch((error: unknown) => {
      if (!isRefusal(error, 'password_weak')) throw error
      throw problem.weak_password({
        message: passwordFaultSentences[error.facts.fault],
        details: { field: 'password' },
      })
    })
    return new WithCookies({ user_id: done.userId, workspace_id: done.workspaceId }, done.cookie)
  },
})
