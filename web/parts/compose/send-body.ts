import { emptyDraft, pool, type Draft } from './draft.ts'
import type { SendBody } from './outbox.ts'

/** What the API gets. What is as by default is left out. */
export const bodyOf = (
  to: string | readonly string[],
  from: string | undefined,
  { body, ttl }: Pick<Draft, 'body' | 'ttl'>,
): SendBody => ({
  to,
  body,
  ...(from !== undefined && from !== pool && { from: Number(from) }),
  ...(ttl !== emptyDraft.ttl && { ttl: Number(ttl) }),
})
