/** `bureau_session_8081`: cookies ignore ports, so installations on one host would overwrite each other's. */
export function cookieName(name: string, origin: string): string {
  const { port } = new URL(origin)
  return port === '' ? name : `${name}_${port}`
}
