import type { Context } from '../../api/context.ts'
import { recordAccess, type Access } from './store.ts'

/** Members who look at the log of the link see it at once. */
export async function logAccess(
  { database, clock, notifications }: Pick<Context, 'database' | 'clock' | 'notifications'>,
  access: Omit<Access, 'at'>,
): Promise<void> {
  await recordAccess(database, { ...access, at: clock.now() })
  notifications.tell({ scope: access.workspaceId, topic: 'accesses', ids: [access.linkId] })
}
