import type { RunningRequests } from '../platform/http/running-requests.ts'
import type { Log } from '../platform/log/log.ts'

/** An uncaught exception ends only its request, or outside of requests the process. Returns how to stop this. */
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
