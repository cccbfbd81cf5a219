import { callerSubject } from '../../platform/caller-subject.ts'
import type { Throttle } from '../../platform/limits/throttle/throttle.ts'
import { isExpired, type ShareSettings } from '../share/rules.ts'

export const linkPath = (id: string) => `/sl/${id}` as const

export interface Proof {
  readonly password: boolean
  /** Verified and normalized. */
  readonly email: string | null
}

export const noProof: Proof = { password: false, email: null }

/** Other links read as if they did not exist. */
export const isOpen = (link: ShareSettings, now: Date): boolean =>
  link.status !== 'private' && !isExpired(link, now)

/** The password goes first: without it no mail is sent. */
export function askedOf(link: ShareSettings, proof: Proof): 'password' | 'address' | 'nothing' {
  if (link.passwordHash !== null && !proof.password) return 'password'
  if (link.status !== 'limited') return 'nothing'
  return proof.email !== null && link.emails.includes(proof.email) ? 'nothing' : 'address'
}

const hour = 3600

/** A limit for each caller, and a softer one for all together, because an attacker may have a thousand machines. */
const guessesOfCaller = { free: 5, firstDelaySeconds: 2, delaySecondsMax: 900, forgetSeconds: hour }
/** One caller at all links. Shared, because an address may belong to a whole office. */
const guessesAnywhere = { free: 40, firstDelaySeconds: 1, delaySecondsMax: 60, forgetSeconds: hour / 4 }
const guessesOfAll = { free: 100, firstDelaySeconds: 1, delaySecondsMax: 15, forgetSeconds: hour }
const mailsOfCaller = { free: 5, firstDelaySeconds: 15, delaySecondsMax: 900, forgetSeconds: hour }
const mailsOfAll = { free: 60, firstDelaySeconds: 1, delaySecondsMax: 15, forgetSeconds: hour }
const mailsToAddress = { free: 3, firstDelaySeconds: 60, delaySecondsMax: hour, forgetSeconds: 6 * hour }

/** Rows are locked in this order. */
export const guessThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: guessesOfCaller, shared: false },
  { subject: 'all', policy: guessesOfAll, shared: true },
]

export const anywhereThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: guessesAnywhere, shared: true },
]

export const mailThrottles = (address: string, email: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: mailsOfCaller, shared: false },
  { subject: 'all', policy: mailsOfAll, shared: true },
  { subject: `to:${email}`, policy: mailsToAddress, shared: false },
]
