import { wholeNumber } from '../config/reading.ts'
import { type Reading, SettingProblem } from '../config/setting.ts'
import { addressAllowed, parseRange, type AddressRange } from './address-range.ts'

/** Proxies that may say who the client is: how many of them stand nearby, or their addresses. */
export type TrustedProxies = number | readonly string[]

/**
 * Whether the proxy at an address may speak; the peer of the connection is hop 0, the one before it hop 1. The address of a
 * peer that has reset the connection is undefined.
 */
export type Trust = (address: string | undefined, hop: number) => boolean

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/** A name stands for several ranges. Undefined when an entry means nothing. */
function rangesOf(entry: string): readonly AddressRange[] | undefined {
  const ranges = (named[entry] ?? [entry]).map(parseRange)
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

/**
 * A proxy speaks by its address, never because it is one of a number: a number counts only when the connection comes
 * from this machine or its own network, so that strangers who reach the port themselves are not trusted.
 */
export function trustOf(proxies: TrustedProxies): Trust {
  if (typeof proxies === 'number') {
    const nearby = ['loopback', 'private'].flatMap((name) => rangesOf(name) ?? [])
    return (address, hop) => hop < proxies && (hop > 0 || isIn(address, nearby))
  }
  const listed = proxies.flatMap((entry) => rangesOf(entry) ?? [])
  return (address) => isIn(address, listed)
}

const isIn = (address: string | undefined, ranges: readonly AddressRange[]): boolean =>
  address !== undefined && addressAllowed(address, ranges)

const hopsMax = 10
const entriesMax = 100
const count = wholeNumber(0, hopsMax)

export const trustedProxies: Reading<TrustedProxies> = {
  type: `number, 0 to ${hopsMax}, or list of addresses, ranges, \`loopback\` and \`private\``,
  read(text) {
    if (/^\d+$/.test(text)) return count.read(text)
    const entries = text
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim())
    if (entries.length > entriesMax) throw new SettingProblem(`must have at most ${entriesMax} entries.`)
    const odd = entries.find((entry) => !rangesOf(entry))
    if (odd === undefined) return entries
    throw new SettingProblem(
      `must be a number or a list of addresses like 10.0.0.7, 10.0.0.0/8, loopback or private; "${odd}" is invalid.`,
    )
  },
}
