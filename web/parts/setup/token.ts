let token: string | undefined

/** Takes the token of a set-up link out of the address bar and the history. */
export function takeToken(): void {
  const { hash, pathname, search } = location
  if (hash.length < 2) return
  token = hash.slice(1)
  history.replaceState(history.state, '', pathname + search)
}

/** Undefined if the page was opened without one. */
export const setupToken = (): string | undefined => token
