import type { RunningRequests } from '../platform/http/running-requests.ts'
import type { Log } from '../platform/log/log.ts'

/**
 * Confines an exception that nothing caught to its request. One that belongs to no request ends the process, as Node does,
 * because nobody knows what it left half done. Returns a function that undoes this.
 */
export function containExceptions(
  requests: RunningRequests,
  { log, count }: { readonly log: Log; readonly count: () => void },
): () => void {
  const contain = (error: unknown): void => {
    if (requests.fail(error)) return count()
    log.error({ err: error }, 'An exception that belongs to no request ends the process.')
    process.exit(1)
  }
  process.on('uncaughtException', contain)
  return () => void process.off('uncaughtException', contain)
}
