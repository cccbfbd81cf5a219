import { IdentityRefusal } from '../../../identity/refusal.ts'
import { clearTotp } from '../../../identity/totp/store.ts'
import { findEmail } from '../../../identity/user/store.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const switchTwoFactorOffForUser = defineCommand({
  words: ['users', 'two-step', 'off'],
  summary: 'Turn off two-step verification for a person who lost their phone and codes',
  positionals: { id: { value: id, description: 'id of the user' } },
  example: 'bureau users two-step off 17',

  async run({ database }, { id: userId }) {
    return database.transaction(async (tx) => {
      if ((await findEmail(tx, userId)) === undefined) throw new IdentityRefusal('user_not_found', { userId })
      const was_on = (await clearTotp(tx, userId)) > 0
      if (was_on) await auditOperator(tx, 'two_step.off', `user:${userId}`)
      return { ok: true, id: userId, was_on }
    })
  },
  print: (done) =>
    `The second step of user ${done.id} ${done.was_on ? 'is off. They log in with their password' : 'was off already'}.`,
})
