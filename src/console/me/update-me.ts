import { z } from 'zod'
import { refusedAs, text } from '../../api/field.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { isName } from '../../identity/name.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { nameCharactersMax } from '../../identity/user/create-user.ts'
import { updateUser } from '../../identity/user/update-user.ts'
import { console } from '../service.ts'
import { ConsoleUser } from '../session/model.ts'

const Name = refusedAs(
  'invalid_person_name',
  text()
    .transform((name) => name.trim())
    .refine(
      (name) => isName(name, nameCharactersMax),
      `must have 1 to ${nameCharactersMax} characters on one line`,
    ),
)

export const updateMe = console.endpoint('updateMe', {
  method: 'PATCH',
  path: '/me',
  summary: 'Change your name',
  who: loggedIn,
  body: z.object({ first_name: Name.optional(), last_name: Name.optional() }),
  result: ConsoleUser,
  problems: ['invalid_person_name'],

  async handle({ body: { first_name: firstName, last_name: lastName } }, context) {
    const { database, principal } = context
    const { userId, operator, twoFactor } = principal
    const user = await database.transaction(async (tx) => {
      await holdSession(tx, principal)
      const changed = await updateUser(tx, userId, { firstName, lastName })
      if (firstName !== undefined || lastName !== undefined)
        await auditCall(tx, context, { action: 'user.update', target: `user:${userId}` })
      return changed
    })
    const { id, email, first_name, last_name } = user
    return { id, email, first_name, last_name, two_step: twoFactor, operator }
  },
})
