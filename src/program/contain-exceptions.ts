import type { RunningRequests } from '../platform/http/running-requests.ts'
import type { Log } from '../platform/log/log.ts'

/**
 * Confines an uncaught exception to its request. Outside of requests it ends the process, as Node does by default, because
 * the state of the process is unknown. Returns a function that stops this.
 */
export function containExceptions(
  requests: RunningRequests,
  { log, count }: { readonly log: Log; readonly count: () => void },
): () => void {
  const contain = (error: unknown): void => {
    if (requests.fail(error)) return count()
    log.error({ err: error }, 'An uncaught exception outside of requests ends the process.')
    process.exit(1)
  }
  process.on('uncaughtException', contain)
  return () => void process.off('uncaughtException', contain)
}
