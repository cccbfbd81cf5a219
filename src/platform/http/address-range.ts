import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = readonly [Address, number]

/** `203.0.113.7`, `2001:db8::/32`: one address or a CIDR range. Undefined when it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const plain = text.trim()
  if (ipaddr.isValidCIDR(plain)) return ipaddr.parseCIDR(plain)
  if (!isPlainAddress(plain)) return undefined
  const address = ipaddr.parse(plain)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Not the short and octal forms of IPv4 that some systems accept. */
const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Whether an address is in one of the ranges; an IPv4 address on a dual-stack socket counts as IPv4. */
export function addressAllowed(address: string, ranges: readonly AddressRange[]): boolean {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const caller = ipaddr.process(bare)
  return ranges.some(([base, bits]) => caller.kind() === base.kind() && caller.match(base, bits))
}
