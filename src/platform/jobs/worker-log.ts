import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/** Keeps only the error of the library's metadata, because the rest holds payloads. Job outcomes are logged in task.ts. */
export function workerLog(log: Log): Logger {
  return new Logger(({ label }) => (level, message, meta) => {
    if (meta['failure'] === true || meta['success'] === true) return
    const fields = { part: label ?? 'core' }
    const err: unknown = meta['error'] ?? meta['fatalError']
    if (level === 'error') log.error(err === undefined ? fields : { ...fields, err }, message)
    else if (level === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
}
