import { closest, distance } from 'fastest-levenshtein'

/** `Did you mean "list"?` with a space before it; empty when nothing known is like what was typed. */
export function suggestion(typed: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const nearest = closest(typed, [...known])
  // Letters that changed places count as two mistakes.
  const mistakesMax = nearest.replaceAll('-', '').length > 3 ? 2 : 1
  return distance(typed, nearest) <= mistakesMax ? ` Did you mean "${nearest}"?` : ''
}
