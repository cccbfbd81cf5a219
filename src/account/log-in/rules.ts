import { callerSubject } from '../../platform/caller-subject.ts'
import type { Throttle } from '../../platform/limits/throttle/throttle.ts'

const hour = 3600

/**
 * Tries of one network at one account, and of one network at all accounts. Nothing is counted for an account over all
 * networks: a stranger could keep its owner out. Against a thousand machines that guess there is the second step.
 */
const atAccount = { free: 5, firstDelaySeconds: 2, delaySecondsMax: 900, forgetSeconds: hour }
/** Shared: an address may be a whole office's. */
const anywhere = { free: 40, firstDelaySeconds: 1, delaySecondsMax: 60, forgetSeconds: hour / 4 }
/** At a code, all networks together: only somebody who knows the password gets this far, and six digits are few. */
const codesOfAll = { free: 20, firstDelaySeconds: 2, delaySecondsMax: 120, forgetSeconds: hour }

export const accountThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: atAccount, shared: false },
]

export const networkThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: anywhere, shared: true },
]

export const codeThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: atAccount, shared: false },
  { subject: 'all', policy: codesOfAll, shared: true },
]
