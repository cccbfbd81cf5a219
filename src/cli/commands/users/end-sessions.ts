import { endSessionsOf } from '../../../identity/user/end-sessions-of.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const endSessionsOfUser = defineCommand({
  words: ['users', 'sessions', 'end'],
  summary: 'Log a person out everywhere',
  positionals: { id: { value: id, description: 'id of the user' } },
  example: 'bureau users sessions end 17',

  async run({ database }, { id: userId }) {
    return database.transaction(async (tx) => {
      const ended = await endSessionsOf(tx, userId)
      await auditOperator(tx, 'session.end', `user:${userId}`)
      return { ok: true, id: userId, ended }
    })
  },
  print: ({ id: userId, ended }) =>
    `User ${userId} is logged out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`,
})
