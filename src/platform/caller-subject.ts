import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A client as a network: an IPv4 address or an IPv6 /64, the smallest network of a customer. */
export function callerSubject(address: string): string {
  // IPv4 has one spelling.
  if (isIPv4(address)) return `from:${address}`
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return `from:${bare.slice(0, 64)}`
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return `from:${parsed.toString()}`
  return `from:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}`
}
