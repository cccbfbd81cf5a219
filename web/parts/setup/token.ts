let token: string | undefined

/** Takes the token of a set-up link out of the address bar and the history. Undefined if there was none so far. */
export function takeToken(): string | undefined {
  const { hash, pathname, search } = location
  if (hash.length < 2) return token
  token = hash.slice(1)
  history.replaceState(history.state, '', pathname + search)
  return token
}
