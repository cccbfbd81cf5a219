import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/** Below the shortest limit that any client of ours sets for a connection: the two seconds of Redis. */
const addressMsMax = 1500

/**
 * Gives each address of a host that has several, of a database for example, time to accept a connection. Node would go on to the
 * next one after 250 ms, and fail when that is dead.
 */
export const allowSlowConnections = (): void => setDefaultAutoSelectFamilyAttemptTimeout(addressMsMax)
