import { inForce } from '../../../identity/in-force.ts'
import { setUserDisabled } from '../../../identity/user/disable-user.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

const user = { value: id, description: 'id of the user' }

export const disableUser = defineCommand({
  words: ['users', 'disable'],
  summary: 'Disable a person and all of their keys at once',
  positionals: { id: user },
  example: 'bureau users disable 17',

  async run(context, { id: userId }) {
    await inForce(context, async (tx) => {
      await setUserDisabled(tx, userId, true)
      await auditOperator(tx, 'user.disable', `user:${userId}`)
    })
    return { ok: true, id: userId, disabled: true }
  },
  print: (done) => `User ${done.id} is disabled; their keys are refused from now on.`,
})

export const enableUser = defineCommand({
  words: ['users', 'enable'],
  summary: 'Enable a disabled person and their keys',
  positionals: { id: user },
  example: 'bureau users enable 17',

  async run(context, { id: userId }) {
    await inForce(context, async (tx) => {
      await setUserDisabled(tx, userId, false)
      await auditOperator(tx, 'user.enable', `user:${userId}`)
    })
    return { ok: true, id: userId, disabled: false }
  },
  print: (done) => `User ${done.id} is enabled.`,
})
