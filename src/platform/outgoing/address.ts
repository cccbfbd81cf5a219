import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

const ranges = (...texts: readonly string[]): readonly Range[] => texts.map((text) => ipaddr.parseCIDR(text))

/** IANA's special-purpose registry, and one address of a cloud host. */
const closedIPv4 = ranges(
  '0.0.0.0/8', // this host on this network; Linux takes it for loopback
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a carrier's translation
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '168.63.129.16/32', // Azure's platform, from inside every machine there
)

/** The only public range of IPv6. */
const globalIPv6 = ranges('2000::/3')

const closedIPv6 = ranges(
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: holds an IPv4 address that the path decides about
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
)

/** IPv4 in IPv6: as sockets show it, and for NAT64. */
const embeddedIPv4 = ranges('::ffff:0:0/96', '64:ff9b::/96')

const inside = (address: Address, list: readonly Range[]): boolean =>
  list.some(([base, bits]) => address.match(base, bits))

/** False for anything but a plain address without zone. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = parse(text)
  if (address instanceof ipaddr.IPv4) return !inside(address, closedIPv4)
  if (inside(address, embeddedIPv4)) return !inside(lastFourBytes(address), closedIPv4)
  return inside(address, globalIPv6) && !inside(address, closedIPv6)
}

/** IPv4-mapped addresses equal IPv4. */
export const sameAddress = (one: string, other: string): boolean => {
  if (one === other) return true
  return isIP(one) !== 0 && isIP(other) !== 0 && canonical(one) === canonical(other)
}

const canonical = (text: string): string => {
  const address = parse(text.replace(/%.*$/, ''))
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return (mapped ? lastFourBytes(address) : address).toNormalizedString()
}

/** The URL parser normalizes IPv6; the library confuses `::8.8.8.8` with `::ffff:8.8.8.8`. */
function parse(text: string): Address {
  const groups = isIP(text) === 6 ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text
  return ipaddr.parse(groups)
}

const lastFourBytes = (address: ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(12))
