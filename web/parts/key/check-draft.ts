import { ApiError } from '../../api/call.ts'
import { keyWords } from '../../words/words.ts'
import { expiresAt, type Draft } from './draft.ts'

const words = keyWords.form

/** What the form can tell without the server: the first missing field, and what to do. */
function missingField(draft: Draft, now: Date): readonly [field: string, message: string] | undefined {
  if (draft.name.trim() === '') return ['name', words.nameNeeded]
  const expires = expiresAt(draft, now)
  if (draft.expiry === 'date' && (!expires || expires <= now)) return ['expires_at', words.expiryNeeded]
  return draft.scopes.length === 0 ? ['scopes', words.scopeNeeded] : undefined
}

/** Throws as the server would, for the form to show it at the field. */
export function checkDraft(draft: Draft, now: Date): void {
  const [field, message] = missingField(draft, now) ?? []
  if (message !== undefined)
    throw new ApiError({ status: 400, code: 'invalid_request', message, details: { field } })
}

export const lacksFolder = ({ preset, folder }: Draft): boolean => preset === 'upload' && folder === undefined
