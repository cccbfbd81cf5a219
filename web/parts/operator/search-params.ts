/** Values in the URL. The router keeps what is left out, so each name needs one of these. */

export const oneOf = <Value extends string>(values: readonly Value[], found: unknown): Value | undefined =>
  values.find((value) => value === found)

/** The router reads `?q=5` as a number. */
export const textIn = (found: unknown, charactersMax = 200): string | undefined =>
  (typeof found === 'string' && found !== '') || typeof found === 'number'
    ? String(found).slice(0, charactersMax)
    : undefined

export const idIn = (found: unknown): number | undefined =>
  typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined
