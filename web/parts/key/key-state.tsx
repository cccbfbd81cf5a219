import { Status } from '../../ui/data/status.tsx'
import { keyWords } from '../../words/words.ts'
import type { Key } from './draft.ts'

const dayMs = 86_400_000
const expiringDays = 7
const staleDays = 90

export const isStale = ({ state, last_used_at: used, created_at: created }: Key, now: Date): boolean =>
  state === 'active' && now.getTime() - new Date(used ?? created).getTime() > staleDays * dayMs

export function KeyState({
  of: { state, expires_at: expires },
  now,
}: {
  readonly of: Key
  readonly now: Date
}) {
  const expiring =
    state === 'active' &&
    expires !== null &&
    new Date(expires).getTime() - now.getTime() < expiringDays * dayMs
  return <Status word={expiring ? keyWords.expiring : keyWords.states[state]} />
}
