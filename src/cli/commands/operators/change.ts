import { inForce } from '../../../identity/in-force.ts'
import { endOperator, makeOperator } from '../../../identity/operator/change-operators.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

const user = { value: id, required: true, description: 'id of the person' } as const

export const addOperator = defineCommand({
  words: ['operators', 'add'],
  summary: 'Make a person an operator, who manages the installation in the web app',
  options: { user },
  example: 'bureau operators add --user 17',

  async run(context, { user: userId }) {
    const changed = await inForce(context, (tx) => makeOperator(tx, userId, {}))
    return { ok: true, user_id: userId, operator: true, changed }
  },
  print: (done) => `User ${done.user_id} is ${done.changed ? 'an operator now' : 'an operator already'}.`,
})

export const removeOperator = defineCommand({
  words: ['operators', 'remove'],
  summary: 'Take operator rights away from a person, who keeps their account',
  options: { user },
  example: 'bureau operators remove --user 17',

  async run(context, { user: userId }) {
    const changed = await inForce(context, (tx) => endOperator(tx, userId, {}))
    return { ok: true, user_id: userId, operator: false, changed }
  },
  print: (done) => `User ${done.user_id} is ${done.changed ? 'no longer' : 'not'} an operator.`,
})
