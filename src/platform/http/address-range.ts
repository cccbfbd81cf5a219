import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = readonly [Address, number]

export function parseRange(text: string): AddressRange | undefined {
  const plain = text.trim()
  if (ipaddr.isValidCIDR(plain)) return ipaddr.parseCIDR(plain)
  if (!isPlainAddress(plain)) return undefined
  const address = ipaddr.parse(plain)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Rejects short and octal IPv4. */
const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** IPv4-mapped addresses count as IPv4. */
export function addressAllowed(address: string, ranges: readonly AddressRange[]): boolean {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const caller = ipaddr.process(bare)
  return ranges.some(([base, bits]) => caller.kind() === base.kind() && caller.match(base, bits))
}
