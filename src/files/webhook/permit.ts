import type { MemberContext } from '../../identity/principal.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { problem } from '../problems.ts'

type Caller = MemberContext['principal']

/** Keys that are not limited to a folder: webhooks are told of everything in the workspace. */
export function wholeWorkspaceOnly({ folderId }: Caller): void {
  if (folderId !== null) throw problem.out_of_scope()
}

/** Of those, the keys of admins and of the owner. */
export function adminsOnly(caller: Caller): void {
  wholeWorkspaceOnly(caller)
  if (caller.role === 'member') throw problem.not_admin()
}

/** A change of the workspace's webhooks. They take turns under the lock of the workspace, so its limit is exact. */
export const changeWebhooks = <Result>(
  { database, limiters, principal, call }: MemberContext,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => {
  const change = () =>
    database.transaction(async (tx) => {
      await requireRole(tx, principal, 'admin')
      return work(tx)
    })
  return limiters.statements.run(workspaceFlow(principal.workspaceId), change, { signal: call.signal })
}
