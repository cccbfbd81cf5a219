import type { WorkspaceSetup } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { subscribe } from '../plan/store.ts'
import { createWorkspace } from '../workspace/create-workspace.ts'
import { insertUser } from './store.ts'

export interface NewUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Without one the person cannot sign in yet. Hash it before the transaction: hashing is slow on purpose. */
  readonly passwordHash?: string | undefined
  readonly plan: string
}

/** Addresses are stored trimmed and in lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** Creates a person with a subscription and a personal workspace. */
export async function createUser(
  tx: Transaction,
  setUpWorkspace: WorkspaceSetup,
  { firstName, lastName, passwordHash, plan, ...draft }: NewUser,
): Promise<{ id: number; email: string; workspace_id: number }> {
  const email = normaliseEmail(draft.email)
  const { id } = await insertUser(tx, {
    email,
    firstName,
    lastName,
    passwordHash: passwordHash ?? null,
    createdAt: tx.now(),
  })
  await subscribe(tx, id, plan)
  const name = `${firstName} ${lastName}`.trim().slice(0, 100)
  const workspace = await createWorkspace(tx, setUpWorkspace, { ownerId: id, name, type: 'personal' })
  return { id, email, workspace_id: workspace.id }
}
