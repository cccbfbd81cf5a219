import type { Transaction } from '../../platform/database/database.ts'

/** Nobody sees those of the operator's account. */
export function tellMessages(
  tx: Transaction,
  messages: readonly { readonly id: number; readonly workspaceId: number }[],
): void {
  for (const [scope, ofWorkspace] of Map.groupBy(messages, ({ workspaceId }) => workspaceId))
    tx.tell({ scope, topic: 'messages', ids: ofWorkspace.map(({ id }) => id) })
}
