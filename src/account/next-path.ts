/** Where log-in leads unless somebody wanted another page. */
export const homePath = '/in'

const charactersMax = 500

/**
 * The page of this origin that somebody wanted before they logged in; the home page for anything else. Browsers take
 * `//host`, `/\host` and addresses with control characters for those of other hosts.
 */
export function nextPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > charactersMax) return homePath
  return /^\/(?![/\\])[\w\-.~%/?=&]*$/.test(next) ? `/${next.slice(1)}` : homePath
}
