import { closest, distance } from 'fastest-levenshtein'

/** `Did you mean "list"?` after a space; empty when no known word is similar. */
export function suggestion(typed: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const nearest = closest(typed, [...known])
  // Swapped letters count as two mistakes.
  const mistakesMax = nearest.replaceAll('-', '').length > 3 ? 2 : 1
  return distance(typed, nearest) <= mistakesMax ? ` Did you mean "${nearest}"?` : ''
}
