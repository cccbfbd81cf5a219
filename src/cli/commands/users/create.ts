import { passwordForm } from '../../../identity/password/rules.ts'
import { createUser as create } from '../../../identity/user/create-user.ts'
import { issueWelcomeLink, welcomeUser } from '../../../identity/user/welcome-user.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { MailLimitReached } from '../../../platform/mail/limits.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { programFlow } from '../../../platform/concurrency/flow-key.ts'
import { auditOperator } from '../../audit-operator.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { email, line, password } from '../../value.ts'

export const nameCharactersMax = 80

export const createUser = defineCommand({
  words: ['users', 'create'],
  summary: 'Create a person with a personal workspace',
  options: {
    email: { value: email, required: true, description: 'address that the person logs in with' },
    firstName: { value: line(nameCharactersMax, 'NAME'), required: true, description: 'first name' },
    lastName: { value: line(nameCharactersMax, 'NAME'), required: true, description: 'last name' },
    password: { value: password, description: 'without one, the person gets a link to set it' },
    plan: { value: line(100, 'PLAN'), description: 'plan of the person (standard)' },
  },
  example: 'bureau users create --email ann@example.com --first-name Ann --last-name Lee',

  async run(context, { password: secret, plan = 'standard', ...person }) {
    const { database, passwords, setUpWorkspace } = context
    const passwordHash =
      secret === undefined ? undefined : await passwords.hash(programFlow, passwordForm(secret))
    return database.transaction(async (tx) => {
      const user = await create(tx, setUpWorkspace, { ...person, passwordHash, plan })
      await auditOperator(tx, 'user.create', `user:${user.id}`, user.workspace_id)
      return secret === undefined ? { ...user, ...(await invite(tx, context, user, person.firstName)) } : user
    })
  },
  print: (user) =>
    `User ${user.id}, ${user.email}, with the personal workspace ${user.workspace_id}.${linkText(user)}`,
})

/** For a person without a password. */
interface Invited {
  readonly password_url?: string
  readonly mailed?: true
}

async function invite(
  tx: Transaction,
  { random, origins, mail }: CommandContext,
  user: { readonly id: number; readonly email: string },
  firstName: string,
): Promise<Invited> {
  const issuer = { userId: null, via: 'console', workspaceId: null } as const
  const parts = { random, filesOrigin: origins.files }
  if (mail.mode !== 'smtp') return { password_url: await issueWelcomeLink(tx, parts, user, issuer) }
  try {
    await welcomeUser(tx, parts, { ...user, firstName }, issuer)
  } catch (error) {
    if (!(error instanceof MailLimitReached)) throw error
    throw new OperatorError(`${error.message} The person was not created. Try again, or give --password.`, {
      cause: error,
    })
  }
  return { mailed: true }
}

const linkText = ({ email: to, password_url: url, mailed }: Invited & { readonly email: string }): string => {
  if (mailed) return `\nA link to set a password is on its way to ${to}. It works once, within 72 hours.`
  return url === undefined
    ? ''
    : `\nNo mail server is set, so hand on this link to set a password. It works once, within 72 hours:\n${url}`
}
