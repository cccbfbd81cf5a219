import type { KeyRow } from './model.ts'

/** Why an existing key is not valid at `now`: docs/api/keys.md#refusals. */
export function invalidity(
  row: Pick<KeyRow, 'revoked_at' | 'expires_at' | 'disabled' | 'role' | 'orphaned_at'>,
  now: Date,
): 'revoked_key' | 'expired_key' | 'disabled_account' | 'orphaned_key' | undefined {
  if (row.revoked_at) return 'revoked_key'
  if (row.expires_at && row.expires_at <= now) return 'expired_key'
  if (row.disabled) return 'disabled_account'
  if (!row.role || row.orphaned_at) return 'orphaned_key'
  return undefined
}

const states = {
  revoked_key: 'revoked',
  expired_key: 'expired',
  disabled_account: 'disabled',
  orphaned_key: 'orphaned',
} as const

export const keyStates = ['active', 'revoked', 'expired', 'disabled', 'orphaned'] as const
export type KeyState = (typeof keyStates)[number]

/** `disabled`: the person is; `orphaned`: the person left the workspace. */
export function stateOf(row: Parameters<typeof invalidity>[0], now: Date): KeyState {
  const reason = invalidity(row, now)
  return reason ? states[reason] : 'active'
}

export const grants = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes('*')
