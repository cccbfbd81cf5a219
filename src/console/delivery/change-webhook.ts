import { requireRole } from '../../identity/member/require-role.ts'
import type { MemberContext } from '../../identity/principal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findWebhook, type WebhookRow } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'

/** Under the lock of the workspace, with which webhooks are changed and deleted. */
export const changeWebhook = <Result>(
  { database, principal }: MemberContext,
  id: number,
  work: (tx: Transaction, webhook: WebhookRow) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    await requireRole(tx, principal, 'admin')
    const webhook = await findWebhook(tx, principal.workspaceId, id)
    if (!webhook) throw problem.not_found()
    return work(tx, webhook)
  })

export function requireActive({ active }: WebhookRow): void {
  if (!active) throw problem.webhook_inactive()
}
