import type { ListedKey } from '../../../access/key/list-store.ts'
import { invalidity } from '../../../access/key/rules.ts'

const words = {
  revoked_key: 'revoked',
  expired_key: 'expired',
  disabled_account: 'disabled',
  orphaned_key: 'orphaned',
} as const

/** What became of a key. `disabled`: the person is; `orphaned`: the person left the workspace. */
export function withState(key: ListedKey, now: Date) {
  const reason = invalidity(key, now)
  const { role: _role, disabled: _disabled, ...shown } = key
  return { ...shown, state: reason ? words[reason] : ('active' as const) }
}
