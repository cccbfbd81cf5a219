import { findMemberName } from '../../identity/member/name-store.ts'
import type { MemberContext } from '../../identity/principal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { problem } from '../problems.ts'
import { findNote, writeMessage } from './note-store.ts'
import { isExpired } from './rules.ts'
import { lockShare } from './store.ts'

/** What visitors of a share see of the person who shared it. */
export interface ShareNote {
  readonly message: string
  readonly sharedBy: { readonly id: number; readonly name: string } | null
  readonly sharedAt: Date | null
}

const noNote: ShareNote = { message: '', sharedBy: null, sharedAt: null }

/** Null when the person left the workspace or is disabled. */
export async function sharerOf(
  database: Queryable,
  workspaceId: number,
  userId: number | null,
): Promise<ShareNote['sharedBy']> {
  if (userId === null) return null
  const name = await findMemberName(database, { workspaceId, userId })
  return name === undefined ? null : { id: userId, name }
}

/** Empty for private and expired items. Throws `not_found`. */
export async function readShareNote(
  { database, clock, principal: { workspaceId } }: MemberContext,
  id: string,
): Promise<ShareNote> {
  const stored = await findNote(database, workspaceId, id)
  if (!stored) throw problem.not_found()
  if (isExpired(stored, clock.now())) return noNote
  const { message, sharedBy, sharedAt } = stored
  return { message: message ?? '', sharedBy: await sharerOf(database, workspaceId, sharedBy), sharedAt }
}

/** False when the item is private. Visitors stay unlocked. Throws `not_found`. */
export const writeShareMessage = (
  { database, principal }: MemberContext,
  id: string,
  message: string,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const share = await lockShare(tx, principal, id)
    if (!share) throw problem.not_found()
    if (share.status === 'private' || isExpired(share, tx.now())) return false
    await writeMessage(tx, principal.workspaceId, id, message === '' ? null : message)
    tx.tell({ scope: principal.workspaceId, topic: 'shares', ids: [id] })
    return true
  })
