import type { Transaction } from '../../platform/database/database.ts'
import { IdentityRefusal } from '../refusal.ts'
import { parseCode } from './code-rules.ts'
import { markCodeRevoked } from './code-store.ts'

/** `text` is the code as a person typed it. */
export async function revokeInviteCode(tx: Transaction, workspaceId: number, text: string): Promise<string> {
  const code = parseCode(text)
  const revoked = code === undefined ? 0 : await markCodeRevoked(tx, workspaceId, code)
  if (code === undefined || revoked === 0) throw new IdentityRefusal('invite_code_not_found', { code: text })
  return code
}
