import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { updateUser } from '../../identity/user/update-user.ts'
import { PersonName } from '../person-name.ts'
import { console } from '../service.ts'
import { ConsoleUser } from '../session/model.ts'

export const updateMe = console.endpoint('updateMe', {
  method: 'PATCH',
  path: '/me',
  summary: 'Change your name',
  who: loggedIn,
  body: z.object({ first_name: PersonName.optional(), last_name: PersonName.optional() }),
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
