import type { ListedKey } from '../../../identity/key/list-store.ts'
import { stateOf } from '../../../identity/key/rules.ts'

export function withState(key: ListedKey, now: Date) {
  const { role: _role, disabled: _disabled, ...shown } = key
  return { ...shown, state: stateOf(key, now) }
}
