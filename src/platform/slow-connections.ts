import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/** Below the shortest connection time-out of our clients: two seconds for Redis. */
const addressMsMax = 1500

/** Node tries the next address of a host after 250 ms, and fails if that one is dead. */
export const allowSlowConnections = (): void => setDefaultAutoSelectFamilyAttemptTimeout(addressMsMax)
