import { updateUser as update } from '../../../identity/user/update-user.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { UsageError } from '../../parse.ts'
import { onOneLine } from '../../text.ts'
import { email, id, line } from '../../value.ts'
import { nameCharactersMax } from './create.ts'

export const updateUser = defineCommand({
  words: ['users', 'update'],
  summary: 'Change the name or the address of a person; a new address logs them out',
  positionals: { id: { value: id, description: 'id of the user' } },
  options: {
    email: { value: email, description: 'address that the person logs in with' },
    firstName: { value: line(nameCharactersMax, 'NAME'), description: 'first name' },
    lastName: { value: line(nameCharactersMax, 'NAME'), description: 'last name' },
  },
  example: 'bureau users update 17 --email ann@example.com',

  async run({ database }, { id: userId, ...change }) {
    if (Object.values(change).every((value) => value === undefined))
      throw new UsageError('Give at least one of --email, --first-name, and --last-name.')
    return database.transaction(async (tx) => {
      const { moved: _moved, ...user } = await update(tx, userId, change)
      await auditOperator(tx, 'user.update', `user:${userId}`)
      return { ok: true, ...user }
    })
  },
  print: (user) => onOneLine(`User ${user.id} is ${user.first_name} ${user.last_name}, ${user.email}.`),
})
