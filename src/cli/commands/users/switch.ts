import { inForce } from '../../../access/in-force.ts'
import { setUserDisabled } from '../../../access/user/disable-user.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

const user = { value: id, description: 'id of the user' }

export const disableUser = defineCommand({
  words: ['users', 'disable'],
  summary: 'Disable a person and all of their keys at once',
  positionals: { id: user },
  example: 'bureau users disable 17',

  async run(context, { id: userId }) {
    await inForce(context, (tx) => setUserDisabled(tx, userId, true))
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
    await inForce(context, (tx) => setUserDisabled(tx, userId, false))
    return { ok: true, id: userId, disabled: false }
  },
  print: (done) => `User ${done.id} is enabled.`,
})
