import type { PendingText } from './pending-texts.ts'
import type { Text } from './thread.ts'

export type Entry =
  | { readonly kind: 'day'; readonly at: Date }
  | { readonly kind: 'text'; readonly text: Text }
  | { readonly kind: 'pending'; readonly text: PendingText }

/** Oldest first, with an entry where a day of this time zone begins. `texts` are newest first. */
export function entriesOf(texts: readonly Text[], pending: readonly PendingText[]): readonly Entry[] {
  const entries: Entry[] = []
  let day = ''
  const begin = (at: Date) => {
    if (at.toDateString() === day) return
    day = at.toDateString()
    entries.push({ kind: 'day', at })
  }
  for (const text of texts.toReversed()) {
    begin(new Date(text.created_at))
    entries.push({ kind: 'text', text })
  }
  for (const text of pending) {
    begin(new Date(text.at))
    entries.push({ kind: 'pending', text })
  }
  return entries
}

/** Where what was added after the text with this ID begins, with the day before it. */
export function endOf(entries: readonly Entry[], lastId: number): number {
  const at = entries.findIndex(
    (entry) => entry.kind === 'pending' || (entry.kind === 'text' && entry.text.id > lastId),
  )
  if (at < 0) return entries.length
  return entries[at - 1]?.kind === 'day' ? at - 1 : at
}
