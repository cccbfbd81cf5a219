import type { WorkspaceSetup } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { AccessRefusal } from '../refusal.ts'
import { createWorkspace } from './create-workspace.ts'
import { holdOrganizations } from './store.ts'

export interface NewOrganization {
  readonly ownerId: number
  readonly name: string
  /** Employer identification number: nine digits, without the hyphen. */
  readonly ein?: string | undefined
  /** Organizations that the owner may have at most; the operator is not bound by a limit. */
  readonly organizationsMax?: number
}

/** An organization of a person, who becomes its owner. */
export async function createOrganization(
  tx: Transaction,
  setUpWorkspace: WorkspaceSetup,
  { ownerId, name, ein, organizationsMax }: NewOrganization,
): Promise<{ id: number }> {
  if (organizationsMax !== undefined && (await holdOrganizations(tx, ownerId)) >= organizationsMax)
    throw new AccessRefusal('organization_limit_reached', { userId: ownerId, organizationsMax })
  return createWorkspace(tx, setUpWorkspace, { ownerId, name, ein, type: 'org' })
}
