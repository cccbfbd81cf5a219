import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type AddressRange = readonly [Address, number]

/** `203.0.113.7`, `2001:db8::/32`: one address or a CIDR range. Undefined when it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const plain = text.trim()
  if (ipaddr.isValidCIDR(plain)) return ipaddr.parseCIDR(plain)
  if (!isPlainAddress(plain)) return undefined
  const address = ipaddr.parse(plain)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Not the short and octal forms that some systems take for IPv4: nobody means them. */
const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Whether a caller's address is in one of the ranges; an IPv4 address on a dual-stack socket counts as IPv4. */
export function addressAllowed(address: string, ranges: readonly AddressRange[]): boolean {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const caller = ipaddr.process(bare)
  return ranges.some(([base, bits]) => caller.kind() === base.kind() && caller.match(base, bits))
}

const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/** `example.com` or `*.example.com` in lower case. Undefined when it is no host name. */
export function parseDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase()
  return hostName.test(domain.startsWith('*.') ? domain.slice(2) : domain) ? domain : undefined
}

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  // `https://example.com@evil.test` is how one host is made to look like another.
  return username === '' && password === '' ? hostname : undefined
}

const matches = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host === domain.slice(2) || host.endsWith(domain.slice(1)) : host === domain

/**
 * Whether a request may come from where its `Origin`, or without one its `Referer`, says:
 * docs/api/keys.md#restrictions. Neither header is `missing`. Both can be forged outside browsers; addresses are the
 * restriction for servers.
 */
export function judgeOrigin(
  headers: { readonly origin: string | undefined; readonly referer: string | undefined },
  domains: readonly string[],
): 'allowed' | 'blocked' | 'missing' {
  const source = headers.origin ?? headers.referer
  if (source === undefined) return 'missing'
  const host = hostOf(source)
  return host !== undefined && domains.some((domain) => matches(host, domain)) ? 'allowed' : 'blocked'
}
