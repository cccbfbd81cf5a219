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

/** Internal names are refused before resolving, because their addresses depend on the network, and search domains may be added. */
export function isInternalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  if (isAddress) return false
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || internalEnds.some((end) => name.endsWith(`.${end}`))
}
