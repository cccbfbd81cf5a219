import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { toTheSecond } from '../../platform/to-the-second.ts'
import type { RightsTransaction } from '../in-force.ts'
import { requireOtherOperator } from '../operator/change-operators.ts'
import { IdentityRefusal } from '../refusal.ts'
import { endSessions } from '../session/store.ts'
import {
  lockEveryWorkspace,
  lockPerson,
  type MarkedWorkspace,
  markPersonRow,
  markWorkspaceRow,
  renewDeletions,
} from './mark-store.ts'
import { ownedWorkspaces } from './store.ts'

/** How long a deletion can be undone. */
export const undoMs = 24 * 60 * 60 * 1000

const dayAfter = (at: Date): Date => new Date(at.getTime() + undoMs)

/** Hides an organization. It can be brought back for a day. Throws `workspace_not_found` and OperatorError. */
export async function markWorkspace(tx: RightsTransaction, id: number): Promise<Date> {
  const workspace = await lockEveryWorkspace(tx, id)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId: id })
  requireOrganization(workspace)
  if (workspace.delete_at) throw alreadyMarked(`Workspace ${id}`, workspace.delete_at)
  const deleteAt = dayAfter(tx.now())
  await markWorkspaceRow(tx, id, deleteAt)
  return deleteAt
}

/** Throws OperatorError for a personal workspace. */
export function requireOrganization({
  id,
  type,
  owner_id: ownerId,
}: Pick<MarkedWorkspace, 'id' | 'type' | 'owner_id'>): void {
  if (type === 'personal')
    throw new OperatorError(
      `Workspace ${id} is personal and goes with its person: bureau users delete ${ownerId}.`,
    )
}

/** Throws `workspace_not_found` and OperatorError. */
export async function unmarkWorkspace(tx: RightsTransaction, id: number): Promise<void> {
  const workspace = await lockEveryWorkspace(tx, id)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId: id })
  const { type, owner_id: ownerId, delete_at: deleteAt } = workspace
  requireMarked(`Workspace ${id}`, deleteAt, tx.now())
  const owner = await lockPerson(tx, ownerId)
  if (owner?.delete_at || type === 'personal')
    throw new OperatorError(
      `The owner of workspace ${id} is being deleted. Bring them back first: bureau users undelete ${ownerId}.`,
    )
  await markWorkspaceRow(tx, id, null)
}

/**
 * Disables a person and hides their personal workspace. They can be brought back for a day. Throws `user_not_found`,
 * `last_operator`, and OperatorError while they own an organization.
 */
export async function markPerson(tx: RightsTransaction, id: number): Promise<Date> {
  await requireOtherOperator(tx, id)
  const person = await lockPerson(tx, id)
  if (!person) throw new IdentityRefusal('user_not_found', { userId: id })
  if (person.delete_at) throw alreadyMarked(`User ${id}`, person.delete_at)
  await requireNoOrganizations(tx, person)
  const deleteAt = dayAfter(tx.now())
  await markPersonRow(tx, id, { deleteAt, disabledAt: person.disabled_at ?? tx.now() })
  await endSessions(tx, id, tx.now())
  return deleteAt
}

/** A person who was disabled before stays disabled. Throws `user_not_found` and OperatorError. */
export async function unmarkPerson(tx: RightsTransaction, id: number): Promise<void> {
  const person = await lockPerson(tx, id)
  if (!person) throw new IdentityRefusal('user_not_found', { userId: id })
  const { delete_at: deleteAt, disabled_at: disabledAt } = person
  requireMarked(`User ${id}`, deleteAt, tx.now())
  const byDeletion = disabledAt && dayAfter(disabledAt).getTime() === deleteAt?.getTime()
  await markPersonRow(tx, id, { deleteAt: null, disabledAt: byDeletion ? null : disabledAt })
}

/** Gives everything that is being deleted a new day. */
export const restartDeletions = (database: Queryable, now: Date): Promise<void> =>
  renewDeletions(database, now, dayAfter(now))

const ownedListedMax = 10

/** Organizations that are being deleted do not count. Throws OperatorError. */
export async function requireNoOrganizations(
  tx: Parameters<typeof ownedWorkspaces>[0],
  { id, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  const owned = (await ownedWorkspaces(tx, id)).filter((each) => each.type === 'org' && !each.delete_at)
  const [first] = owned
  if (!first) return
  const names = owned.slice(0, ownedListedMax).map((each) => `${each.id} (${each.name})`)
  const more = owned.length > names.length ? ` and ${owned.length - names.length} more` : ''
  throw new OperatorError(
    `${email} owns workspace ${names.join(', ')}${more}. Give it another owner first: ` +
      `bureau members owner --workspace ${first.id} --user ID. Or delete it: bureau workspaces delete ${first.id}.`,
  )
}

const alreadyMarked = (what: string, deleteAt: Date): OperatorError =>
  new OperatorError(`${what} is already being deleted and will be gone on ${toTheSecond(deleteAt)}.`)

function requireMarked(what: string, deleteAt: Date | null, now: Date): void {
  if (!deleteAt) throw new OperatorError(`${what} is not being deleted.`)
  if (deleteAt.getTime() <= now.getTime())
    throw new OperatorError(`${what} cannot be brought back: its day ended on ${toTheSecond(deleteAt)}.`)
}
