import { accountThrottles } from '../../identity/password/own-password.ts'
import { callerSubject } from '../../platform/caller-subject.ts'
import type { Throttle } from '../../platform/limits/throttle/throttle.ts'

const hour = 3600

/** Shared, because an address may be a whole office's. */
const anywhere = { free: 40, firstDelaySeconds: 1, delaySecondsMax: 60, forgetSeconds: hour / 4 }
/** All networks together: only people who know the password get this far, and six digits are few. */
const codesOfAll = { free: 20, firstDelaySeconds: 2, delaySecondsMax: 120, forgetSeconds: hour }

export const networkThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy: anywhere, shared: true },
]

export const codeThrottles = (address: string): readonly Throttle[] => [
  ...accountThrottles(address),
  { subject: 'all', policy: codesOfAll, shared: true },
]
