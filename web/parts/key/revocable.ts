import { keyWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import type { Key } from './draft.ts'

/** Why this person cannot revoke the key. */
export function whyNotRevocable({ state, creator }: Key, { role }: Workspace): string | undefined {
  if (state === 'revoked') return keyWords.ended
  return creator.role === 'owner' && role !== 'owner' ? keyWords.ownersOnly : undefined
}
