import { vi } from 'vitest'

/** Asynchronous results are late on a busy machine. */
const patience = { timeout: 30_000, interval: 10 }

/** Asks until the answer is true, or anything but nothing, and answers it; fails after half a minute. */
export const until = <T>(ask: () => T | Promise<T>) => vi.waitUntil(ask, patience)

/** Calls until a call succeeds and returns its result. After half a minute, fails with the last error. */
export const eventually = <T>(call: () => T | Promise<T>): Promise<T> => vi.waitFor(call, patience)
