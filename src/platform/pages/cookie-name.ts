/**
 * The name of a cookie of an installation. Browsers send cookies to every port of a host, so installations on other ports
 * of one host would overwrite each other's: `bureau_session_8081`.
 */
export function cookieName(name: string, origin: string): string {
  const { port } = new URL(origin)
  return port === '' ? name : `${name}_${port}`
}
