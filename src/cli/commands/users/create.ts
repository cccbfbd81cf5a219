import { passwordForm } from '../../../access/password/rules.ts'
import { createUser as create } from '../../../access/user/create-user.ts'
import { program } from '../../../platform/turns/party.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { email, line, password } from '../../value.ts'

const nameCharactersMax = 80

export const createUser = defineCommand({
  words: ['users', 'create'],
  summary: 'Create a person with a personal workspace',
  options: {
    email: { value: email, required: true, description: 'address that the person signs in with' },
    firstName: { value: line(nameCharactersMax, 'NAME'), required: true, description: 'first name' },
    lastName: { value: line(nameCharactersMax, 'NAME'), required: true, description: 'last name' },
    password: { value: password, description: 'without one the person cannot sign in yet' },
    plan: { value: line(100, 'PLAN'), description: 'plan of the person (standard)' },
  },
  example: 'bureau users create --email ann@example.com --first-name Ann --last-name Lee',

  async run({ database, passwords, setUpWorkspace }, { password: secret, plan = 'standard', ...person }) {
    const passwordHash =
      secret === undefined ? undefined : await passwords.hash(program, passwordForm(secret))
    return database.transaction(async (tx) => {
      const user = await create(tx, setUpWorkspace, { ...person, passwordHash, plan })
      await auditOperator(tx, 'user.create', `user:${user.id}`, user.workspace_id)
      return user
    })
  },
  print: (user) => `User ${user.id}, ${user.email}, with the personal workspace ${user.workspace_id}.`,
})
