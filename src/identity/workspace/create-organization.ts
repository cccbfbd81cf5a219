import type { WorkspaceSetup } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { IdentityRefusal } from '../refusal.ts'
import { createWorkspace } from './create-workspace.ts'
import { holdOrganizations } from './store.ts'

export interface NewOrganization {
  readonly ownerId: number
  readonly name: string
  /** Unlimited by default, as for the operator. */
  readonly organizationsMax?: number
}

export async function createOrganization(
  tx: Transaction,
  setUpWorkspace: WorkspaceSetup,
  { ownerId, name, organizationsMax }: NewOrganization,
): Promise<{ id: number }> {
  if (organizationsMax !== undefined && (await holdOrganizations(tx, ownerId)) >= organizationsMax)
    throw new IdentityRefusal('organization_limit_reached', { userId: ownerId, organizationsMax })
  return createWorkspace(tx, setUpWorkspace, { ownerId, name, type: 'org' })
}
