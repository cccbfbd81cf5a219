import { unmarkPerson } from '../../../identity/removal/mark.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const undeleteUser = defineCommand({
  words: ['users', 'undelete'],
  summary: 'Bring a deleted person back within a day',
  positionals: { id: { value: id, description: 'id of the user' } },
  example: 'bureau users undelete 17',

  async run(context, { id: userId }) {
    await changeRights(context, ['user.undelete', `user:${userId}`], (tx) => unmarkPerson(tx, userId))
    return { ok: true, id: userId }
  },
  print: ({ id: userId }) => `User ${userId} is back. They have to log in again.`,
})
