import type { Queryable } from '../../platform/database/database.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { addMember } from '../member/change-members.ts'
import { findRole } from '../member/store.ts'
import { holdWorkspace } from '../workspace/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { holdPerson } from '../user/store.ts'
import { codeState, parseCode, type CodeState } from '../invitation/code-rules.ts'
import { claimCode, findCode } from '../invitation/code-store.ts'
import { findInvitedRole } from '../invitation/store.ts'

export interface ShownCode {
  readonly code: string
  readonly state: CodeState
  readonly workspaceId: number
  readonly workspaceName: string
}

/** Undefined when the code does not exist. `code` is as a person typed it. */
export async function findInviteCode(database: Queryable, code: string): Promise<ShownCode | undefined> {
  const parsed = parseCode(code)
  const row = parsed === undefined ? undefined : await findCode(database, parsed)
  if (!row) return undefined
  return {
    code: row.code,
    state: codeState(row),
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
  }
}

/** Members do not use the code up. Throws `invite_code_not_valid` when it is unknown, used, or revoked. */
export async function joinByCode(
  tx: RightsTransaction,
  { code, userId, origin }: { readonly code: string; readonly userId: number; readonly origin?: AuditOrigin },
): Promise<{ workspaceId: number; workspaceName: string; alreadyMember: boolean }> {
  const found = await findInviteCode(tx, code)
  if (!found) throw new IdentityRefusal('invite_code_not_valid', { state: 'unknown' })
  const { workspaceId, workspaceName } = found
  // Always lock the workspace first, then the person.
  await holdWorkspace(tx, workspaceId)
  await holdPerson(tx, userId)
  if (await findRole(tx, workspaceId, userId)) return { workspaceId, workspaceName, alreadyMember: true }
  if ((await claimCode(tx, found.code, userId)) === 0) {
    const now = await findInviteCode(tx, code)
    throw new IdentityRefusal('invite_code_not_valid', {
      state: now?.state === 'revoked' ? 'revoked' : 'used',
    })
  }
  const role = (await findInvitedRole(tx, workspaceId, userId)) ?? 'member'
  await addMember(tx, { workspaceId, userId, role })
  await audit(tx, tx.now(), {
    actor: 'person',
    userId,
    workspaceId,
    action: 'invite_code.use',
    target: `user:${userId}`,
    outcome: 'ok',
    ...origin,
  })
  return { workspaceId, workspaceName, alreadyMember: false }
}
