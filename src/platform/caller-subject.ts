import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** One caller without an account: an IPv4 address, or a whole IPv6 /64, which is the least that one customer has. */
export function callerSubject(address: string): string {
  // As most are, in the only way of writing them.
  if (isIPv4(address)) return `from:${address}`
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return `from:${bare.slice(0, 64)}`
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return `from:${parsed.toString()}`
  return `from:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}`
}
