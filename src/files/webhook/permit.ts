import type { MemberContext } from '../../identity/principal.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { limited } from '../limited.ts'
import { problem } from '../problems.ts'

type Caller = MemberContext['principal']

/** Webhooks receive all events of the workspace. */
export function wholeWorkspaceOnly({ folderId }: Caller): void {
  if (folderId !== null) throw problem.out_of_scope()
}

export function adminsOnly(caller: Caller): void {
  wholeWorkspaceOnly(caller)
  if (caller.role === 'member') throw problem.not_admin()
}

/** Changes webhooks under the lock of the workspace, so that the limit of webhooks is exact. */
export const changeWebhooks = <Result>(
  context: MemberContext,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  limited(context, 'statements', () =>
    context.database.transaction(async (tx) => {
      await requireRole(tx, context.principal, 'admin')
      return work(tx)
    }),
  )
