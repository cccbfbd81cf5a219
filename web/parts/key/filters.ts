import type { Key } from './draft.ts'

type State = Key['state']

export interface KeyFilter {
  readonly service?: Key['service'] | undefined
  readonly state?: State | undefined
}

// Beside no words: the router reads addresses with these, so they are part of what every page loads.
export const services = ['files', 'sms', 'iam', 'provisioning'] as const satisfies readonly Key['service'][]
export const states = [
  'active',
  'revoked',
  'expired',
  'disabled',
  'orphaned',
] as const satisfies readonly State[]

export const isService = (value: unknown): value is Key['service'] => services.some((each) => each === value)
export const isState = (value: unknown): value is State => states.some((each) => each === value)
