import type { Context } from '../../api/context.ts'
import { subscribe } from '../plan/store.ts'
import { addWorkspace, type WorkspaceSetup } from '../workspace/create-workspace.ts'
import { insertUser } from './store.ts'

export interface NewUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Without one the person cannot sign in yet. */
  readonly password: string | undefined
  readonly plan: string
}

/** Addresses are kept trimmed and in lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/**
 * A person with a subscription and a personal workspace that is theirs alone. An address that is taken breaks the
 * constraint `user_email_taken`, an unknown plan `subscription_plan_fkey`.
 */
export async function createUser(
  context: Context,
  setup: WorkspaceSetup,
  draft: NewUser,
): Promise<{ id: number; email: string; workspace_id: number }> {
  const email = normaliseEmail(draft.email)
  // Hashing takes long on purpose; no transaction waits for it.
  const passwordHash = draft.password === undefined ? null : await context.passwords.hash(draft.password)
  const { firstName, lastName } = draft
  return context.database.transaction(async (tx) => {
    const createdAt = context.clock.now()
    const { id } = await insertUser(tx, { email, firstName, lastName, passwordHash, createdAt })
    await subscribe(tx, id, draft.plan)
    const name = `${firstName} ${lastName}`.trim().slice(0, 100)
    const workspace = await addWorkspace(tx, setup, { ownerId: id, name, type: 'personal', createdAt })
    return { id, email, workspace_id: workspace.id }
  })
}
