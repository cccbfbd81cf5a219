import { callerSubject } from '../../platform/caller-subject.ts'
import type { ThrottlePolicy } from '../../platform/limits/throttle/throttle.ts'

/** The person that owns the keys of the first run. Whoever sets Bureau up takes their account over. */
export const firstPerson = { email: 'you@example.com', firstName: 'First', lastName: 'Person' } as const

/** docs/operators.md#the-setup-link */
export const setupSeconds = 30 * 60
const policy: ThrottlePolicy = { free: 10, firstDelaySeconds: 2, delaySecondsMax: 300, forgetSeconds: 3600 }

/** Per network, because each try costs a hash. */
export const setupTries = (address: string) => ({
  target: 'setup',
  throttles: [{ subject: callerSubject(address), policy, shared: false }],
})
