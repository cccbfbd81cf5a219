import pg from 'pg'
import { OperatorError } from '../platform/operator-error.ts'
import { PasswordsBusy } from '../platform/secrets/password.ts'
import { SecretUnreadable } from '../platform/secrets/vault.ts'

/** What a violated constraint means to the operator. The database decides; this only translates. */
const sentences: Readonly<Record<string, string>> = {
  user_email_taken: 'There is a user with this e-mail address already.',
  workspace_owner_id_fkey: 'There is no such owner.',
  member_already_there: 'This user is a member of the workspace already.',
  member_one_owner: 'The workspace has an owner already.',
  member_workspace_id_fkey: 'There is no such workspace.',
  member_user_id_fkey: 'There is no such user.',
  subscription_plan_fkey: 'There is no such plan.',
  subscription_user_id_fkey: 'There is no such user.',
  approval_user_id_fkey: 'There is no such user.',
  api_key_user_id_fkey: 'There is no such user.',
  api_key_workspace_id_fkey: 'There is no such workspace.',
  number_phone_taken: 'There is a number with this phone already.',
  number_workspace_id_fkey: 'There is no such workspace.',
}

/** The line for a failure that is the operator's to understand; undefined for a defect, which belongs in the log. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (error instanceof PasswordsBusy) return `${error.message} Try again in a moment.`
  if (error instanceof SecretUnreadable) return error.message
  return error instanceof pg.DatabaseError ? databaseSentence(error) : undefined
}

function databaseSentence({ code = '', constraint }: pg.DatabaseError): string | undefined {
  const known = constraint === undefined ? undefined : sentences[constraint]
  if (known !== undefined) return known
  // Class 22: the value does not fit its column. Class 23: a rule of the schema, named by its constraint.
  if (code.startsWith('22')) return 'A value is too large or has characters that cannot be stored.'
  if (code.startsWith('23')) return `The database refuses this by its rule ${constraint ?? code}.`
  if (code === '57014') return 'The database took too long; nothing was changed.'
  return undefined
}
