import { vi } from 'vitest'

/** What comes by itself comes late on a machine with other things to do. */
const patience = { timeout: 30_000, interval: 10 }

/** Asks until the answer is true, or anything but nothing, and answers it; fails after half a minute. */
export const until = <T>(ask: () => T | Promise<T>) => vi.waitUntil(ask, patience)

/** Calls until the call succeeds, and answers what it answered; after half a minute it fails as the last call did. */
export const eventually = <T>(call: () => T | Promise<T>): Promise<T> => vi.waitFor(call, patience)
