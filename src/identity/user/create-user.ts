import type { WorkspaceSetup } from '../../api/context.ts'
import { parseEmail } from '../email.ts'
import { oneLine, truncated } from '../name.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { subscribe } from '../plan/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { createWorkspace } from '../workspace/create-workspace.ts'
import { insertUser } from './store.ts'

export interface NewUser {
  readonly email: string
  /** As `cleanName` or `isName` accepts it. */
  readonly firstName: string
  readonly lastName: string
  /** Without it the person cannot log in yet. Hash before the transaction: hashing is slow. */
  readonly passwordHash?: string | undefined
  /** null: the sponsor's. */
  readonly plan: string | null
  readonly createdBy?: number
  readonly sponsorId?: number
}

/** docs/api/accounts.md#requests-and-answers */
export const nameCharactersMax = 80
const workspaceNameCharactersMax = 100

export const personalWorkspaceName = ({
  firstName,
  lastName,
}: Pick<NewUser, 'firstName' | 'lastName'>): string =>
  truncated(`${firstName} ${lastName}`, workspaceNameCharactersMax)

/** Creates a person with a subscription and a personal workspace. Throws `email_invalid`, `email_taken` and `plan_not_found`. */
export async function createUser(
  tx: Transaction,
  setUpWorkspace: WorkspaceSetup,
  { passwordHash, plan, createdBy, sponsorId, ...draft }: NewUser,
): Promise<{ id: number; email: string; workspace_id: number }> {
  const email = parseEmail(draft.email)
  if (email === undefined) throw new IdentityRefusal('email_invalid', { email: draft.email })
  const firstName = truncated(oneLine(draft.firstName), nameCharactersMax)
  const lastName = truncated(oneLine(draft.lastName), nameCharactersMax)
  const { id } = await insertUser(tx, {
    email,
    firstName,
    lastName,
    passwordHash: passwordHash ?? null,
    createdBy: createdBy ?? null,
    sponsorId: sponsorId ?? null,
    createdAt: tx.now(),
  })
  await subscribe(tx, id, plan)
  const name = personalWorkspaceName({ firstName, lastName })
  const workspace = await createWorkspace(tx, setUpWorkspace, { ownerId: id, name, type: 'personal' })
  return { id, email, workspace_id: workspace.id }
}
