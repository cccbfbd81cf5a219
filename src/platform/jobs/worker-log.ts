import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/**
 * What the library says goes to our log. Of what it hands along only the error is kept, because the rest holds
 * payloads. What becomes of a job is logged where it is run.
 */
export function workerLog(log: Log): Logger {
  return new Logger(({ label }) => (level, message, meta) => {
    if (meta['failure'] === true || meta['success'] === true) return
    const fields = { part: label ?? 'core' }
    const err: unknown = meta['error'] ?? meta['fatalError']
    if (level === 'error') log.error(err === undefined ? fields : { ...fields, err }, message)
    else if (level === 'warning') log.warn(fields, message)
    // Its news of starting and stopping are of no use to an operator.
    else log.debug(fields, message)
  })
}
