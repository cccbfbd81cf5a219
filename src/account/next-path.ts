/** Where log-in leads by default. */
export const homePath = '/'

const charactersMax = 500

/** What paths and queries of this origin consist of, as browsers write them. */
const ownPath = /^\/(?![/\\])[\w\-.~%/?=&+,:;@!$'()*]*$/

/** Home unless on this origin: to browsers, `//host`, `/\host`, and control characters mean other hosts. */
export function nextPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > charactersMax) return homePath
  return ownPath.test(next) ? `/${next.slice(1)}` : homePath
}
