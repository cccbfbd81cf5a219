import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'
import { OutgoingFailure } from './failure.ts'
import { isInternalName } from './internal-name.ts'
import type { Resolver } from './resolver.ts'

/** `public`: https to public addresses, for URLs of users. `anywhere`: also http and any address, for URLs of the operator. */
export type Reach = 'public' | 'anywhere'

export interface Target {
  readonly url: URL
  readonly addresses: readonly string[]
}

export interface TargetRules {
  readonly resolver: Resolver
  /** Lower-case hosts with optional port that may have private addresses. */
  readonly allowHosts: readonly string[]
}

/** Resolves the host once and checks every address. Throws `OutgoingFailure`. */
export async function findTarget(
  text: string,
  reach: Reach,
  { resolver, allowHosts }: TargetRules,
  signal: AbortSignal,
): Promise<Target> {
  const url = callableUrl(text, reach)
  const free = reach === 'anywhere' || isAllowed(url, allowHosts)
  if (!free && isInternalName(url.hostname)) throw new OutgoingFailure('private_address')
  const addresses = await addressesOf(url, resolver, signal)
  // One private address is enough to refuse: it may be the one that answers.
  if (!free && !addresses.every(isPublicAddress)) throw new OutgoingFailure('private_address')
  return { url, addresses }
}

export function callableUrl(text: string, reach: Reach): URL {
  const url = URL.parse(text)
  if (!url) throw new OutgoingFailure('bad_url')
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' && reach === 'public') throw new OutgoingFailure('not_https')
  const callable = protocol === 'https:' || protocol === 'http:'
  // Node treats port 0 as missing. URLs are shown and logged, so they must not contain credentials.
  if (!callable || hostname === '' || port === '0' || username !== '' || password !== '')
    throw new OutgoingFailure('bad_url')
  return url
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

async function addressesOf(
  { hostname }: URL,
  resolver: Resolver,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // The URL parser normalizes IPv4.
  const host = bare(hostname)
  if (isIP(host) !== 0) return [host]
  let addresses: readonly string[]
  try {
    addresses = await resolver.resolve(host, signal)
  } catch (error) {
    if (signal.aborted) throw error
    throw new OutgoingFailure('unresolvable', error)
  }
  if (addresses.length === 0) throw new OutgoingFailure('unresolvable')
  return addresses
}

export const isAllowed = ({ hostname, host }: URL, allowHosts: readonly string[]): boolean =>
  allowHosts.some((allowed) => allowed === hostname || allowed === host || allowed === bare(hostname))
