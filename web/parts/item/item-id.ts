/** The ID of a file or folder in the URL. The router reads one of digits as a number. */
export const itemIn = (found: unknown): string | undefined =>
  (typeof found === 'string' || typeof found === 'number') && /^[0-9A-Za-z]{8}$/.test(String(found))
    ? String(found)
    : undefined
