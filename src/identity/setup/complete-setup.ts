import type { WorkspaceSetup } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { digestOf } from '../link/token.ts'
import { makeOperator } from '../operator/change-operators.ts'
import { anyOperator, lockOperators } from '../operator/store.ts'
import { setFirstPassword } from '../password/set-password.ts'
import { IdentityRefusal } from '../refusal.ts'
import { createUser, personalWorkspaceName } from '../user/create-user.ts'
import { markEmailVerified } from '../user/store.ts'
import { updateUser } from '../user/update-user.ts'
import { writeWorkspaceName } from '../workspace/store.ts'
import { firstPerson } from './rules.ts'
import { deleteSetupLink, type FirstPersonRow, holdFirstPerson, isSetupLink } from './store.ts'

export interface SetupRequest {
  readonly token: string
  /** As `parseEmail` returns it. */
  readonly email: string
  /** As `isName` accepts it. */
  readonly firstName: string
  readonly lastName: string
  /** Hash before the transaction: hashing is slow. */
  readonly passwordHash: string
  readonly origin: AuditOrigin
}

export interface NewOperator {
  readonly userId: number
  readonly workspaceId: number
}

/** Does not use the link up. Throws `setup_closed` and `setup_token_invalid`. */
export async function requireSetupLink(database: Queryable, token: string, now: Date): Promise<void> {
  // In this order, because a set-up deletes the link together with making the operator.
  const works = await isSetupLink(database, digestOf(token), now)
  if (await anyOperator(database)) throw new IdentityRefusal('setup_closed', {})
  if (!works) throw new IdentityRefusal('setup_token_invalid', {})
}

/** Creates the first operator and uses the link up. Throws what `requireSetupLink` does, and `email_taken`. */
export async function completeSetup(
  tx: RightsTransaction,
  setUpWorkspace: WorkspaceSetup,
  request: SetupRequest,
): Promise<NewOperator> {
  await lockOperators(tx)
  await requireSetupLink(tx, request.token, tx.now())
  const first = await holdFirstPerson(tx, firstPerson.email)
  const operator = first
    ? await takeOver(tx, first, request)
    : await createPerson(tx, setUpWorkspace, request)
  const { userId } = operator
  await makeOperator(tx, userId, { ...request.origin, userId })
  await deleteSetupLink(tx)
  return operator
}

/** The keys of the first run keep working. */
async function takeOver(
  tx: RightsTransaction,
  { id: userId, workspace_id: workspaceId, workspace_name: workspaceName }: FirstPersonRow,
  { email, firstName, lastName, passwordHash, origin }: SetupRequest,
): Promise<NewOperator> {
  await updateUser(tx, userId, { email, firstName, lastName })
  if (workspaceName === personalWorkspaceName(firstPerson))
    await writeWorkspaceName(tx, workspaceId, personalWorkspaceName({ firstName, lastName }))
  await setFirstPassword(tx, userId, { passwordHash, origin })
  return { userId, workspaceId }
}

async function createPerson(
  tx: RightsTransaction,
  setUpWorkspace: WorkspaceSetup,
  { email, firstName, lastName, passwordHash }: SetupRequest,
): Promise<NewOperator> {
  const draft = { email, firstName, lastName, passwordHash, plan: 'standard' }
  const { id: userId, workspace_id: workspaceId } = await createUser(tx, setUpWorkspace, draft)
  await markEmailVerified(tx, userId)
  return { userId, workspaceId }
}
