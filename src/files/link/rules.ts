import ipaddr from 'ipaddr.js'
import { isExpired, type ShareSettings } from '../share/rules.ts'

/** What a visitor has proved at the door of a link. */
export interface Pass {
  readonly password: boolean
  /** The address that was verified, normalised. */
  readonly email: string | null
}

export const noPass: Pass = { password: false, email: null }

/** A link that is switched on: everything else is the same as no link. */
export const isOpen = (link: ShareSettings, now: Date): boolean =>
  link.status !== 'private' && !isExpired(link, now)

/**
 * What a visitor has to show next, or that he may come in. The password goes first, so that nobody who lacks it can
 * have mail sent to others.
 */
export function askedOf(link: ShareSettings, pass: Pass): 'password' | 'address' | 'nothing' {
  if (link.passwordHash !== null && !pass.password) return 'password'
  if (link.status !== 'limited') return 'nothing'
  return pass.email !== null && link.emails.includes(pass.email) ? 'nothing' : 'address'
}

/** How tries of one kind are slowed down. */
export interface TryPolicy {
  /** So many may follow each other at once. */
  readonly free: number
  /** The wait after the first that is not free; it doubles with each further one. */
  readonly firstDelaySeconds: number
  readonly delaySecondsMax: number
  /** After so long without a try all are forgotten. */
  readonly forgetSeconds: number
}

export interface TryState {
  readonly tries: number
  readonly lastAt: Date
  readonly nextAt: Date
}

const hour = 3600

/** Tries of one caller at one link, and the softer cap on all callers together, who may be a thousand machines. */
const guessesOfCaller = { free: 5, firstDelaySeconds: 2, delaySecondsMax: 900, forgetSeconds: hour }
const guessesOfAll = { free: 100, firstDelaySeconds: 1, delaySecondsMax: 15, forgetSeconds: hour }
const mailsOfCaller = { free: 5, firstDelaySeconds: 15, delaySecondsMax: 900, forgetSeconds: hour }
const mailsOfAll = { free: 60, firstDelaySeconds: 1, delaySecondsMax: 15, forgetSeconds: hour }
const mailsToAddress = { free: 3, firstDelaySeconds: 60, delaySecondsMax: hour, forgetSeconds: 6 * hour }

/** Whose tries are counted, always in the order in which their rows are locked. */
export interface TryGate {
  readonly subject: string
  readonly policy: TryPolicy
}

export const guessGates = (address: string): readonly TryGate[] => [
  { subject: callerOf(address), policy: guessesOfCaller },
  { subject: 'all', policy: guessesOfAll },
]

export const mailGates = (address: string, email: string): readonly TryGate[] => [
  { subject: callerOf(address), policy: mailsOfCaller },
  { subject: 'all', policy: mailsOfAll },
  { subject: `to:${email}`, policy: mailsToAddress },
]

/** Who counts as one caller: an IPv4 address, or a whole /64, which is what one IPv6 customer has at least. */
export function callerOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return `from:${bare.slice(0, 64)}`
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return `from:${parsed.toString()}`
  return `from:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}`
}

/** One more try: the state that it leaves, or how long it has to wait. */
export function judgeTry(
  state: TryState,
  policy: TryPolicy,
  now: Date,
): { readonly state: TryState } | { readonly retrySeconds: number } {
  if (now < state.nextAt) return { retrySeconds: Math.ceil((state.nextAt.getTime() - now.getTime()) / 1000) }
  const forgotten = now.getTime() - state.lastAt.getTime() >= policy.forgetSeconds * 1000
  const tries = (forgotten ? 0 : state.tries) + 1
  const delaySeconds =
    tries <= policy.free
      ? 0
      : Math.min(policy.delaySecondsMax, policy.firstDelaySeconds * 2 ** (tries - policy.free - 1))
  return { state: { tries, lastAt: now, nextAt: new Date(now.getTime() + delaySeconds * 1000) } }
}
