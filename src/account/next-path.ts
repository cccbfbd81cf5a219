/** Where log-in leads by default. */
export const homePath = '/in'

const charactersMax = 500

/** Home unless on this origin: to browsers, `//host`, `/\host`, and control characters mean other hosts. */
export function nextPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > charactersMax) return homePath
  return /^\/(?![/\\])[\w\-.~%/?=&]*$/.test(next) ? `/${next.slice(1)}` : homePath
}
