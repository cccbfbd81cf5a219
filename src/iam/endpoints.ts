import type { Endpoint } from '../api/endpoint.ts'

/** Every operation of the IAM API, in the order of the reference. None yet: its paths answer as accounts.md 5 and 7 say. */
export const endpoints: readonly Endpoint[] = []
