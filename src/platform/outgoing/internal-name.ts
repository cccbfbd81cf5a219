/** Ends of names that only mean something inside of a network, or that its DNS may lead anywhere. */
const internalEnds = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'home.arpa',
  'lan',
]

/**
 * Whether a host name, as the URL parser gives it, is one of an internal network. They are refused before they are
 * resolved: what they resolve to depends on where one asks, and a search domain may add to them.
 */
export function isInternalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  if (isAddress) return false
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || internalEnds.some((end) => name.endsWith(`.${end}`))
}
