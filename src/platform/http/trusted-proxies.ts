import { wholeNumber } from '../config/reading.ts'
import { type Reading, SettingProblem } from '../config/setting.ts'
import { addressAllowed, parseRange, type AddressRange } from './address-range.ts'

export type TrustedProxies = number | readonly string[]

/** Hop 0 is the peer of the connection. The address of a peer that reset it is undefined. */
export type Trust = (address: string | undefined, hop: number) => boolean

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

function rangesOf(entry: string): readonly AddressRange[] | undefined {
  const ranges = (named[entry] ?? [entry]).map(parseRange)
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

/** A number of hops only counts if the peer is local or private, so clients who reach the port directly are not trusted. */
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
