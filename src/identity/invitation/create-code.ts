import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { IdentityRefusal } from '../refusal.ts'
import { codeBytes, codeOf, tooManyCodes } from './code-rules.ts'
import { countUnusedCodes, insertCode, type UnusedCode } from './code-store.ts'
import { lockWorkspace } from '../workspace/store.ts'

/** The lock on the workspace makes the limit of unused codes exact. */
export async function createInviteCode(
  tx: Transaction,
  random: Random,
  { workspaceId, createdBy }: { readonly workspaceId: number; readonly createdBy: number },
): Promise<UnusedCode> {
  const workspace = await lockWorkspace(tx, workspaceId)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  if (workspace.type === 'personal') throw new IdentityRefusal('personal_workspace', { workspaceId })
  if (tooManyCodes(await countUnusedCodes(tx, workspaceId)))
    throw new IdentityRefusal('too_many_invite_codes', { workspaceId })
  const code = codeOf(random.bytes(codeBytes))
  const createdAt = tx.now()
  await insertCode(tx, { code, workspaceId, createdBy, createdAt })
  return { code, created_at: createdAt }
}
