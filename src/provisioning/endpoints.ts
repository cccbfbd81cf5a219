import type { Endpoint } from '../api/endpoint.ts'

/**
 * Every operation of the provisioning API, in the order of the reference. None yet: its paths answer as
 * docs/api/conventions.md#answers says.
 */
export const endpoints: readonly Endpoint[] = []
