/** Where log-in leads by default. */
export const homePath = '/in'

const charactersMax = 500

/**
 * A path of this origin, or the home page for anything else. Browsers treat `//host`, `/\host`, and addresses with
 * control characters as other hosts.
 */
export function nextPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > charactersMax) return homePath
  return /^\/(?![/\\])[\w\-.~%/?=&]*$/.test(next) ? `/${next.slice(1)}` : homePath
}
