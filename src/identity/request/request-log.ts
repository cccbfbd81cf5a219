import type { Context } from '../../api/context.ts'
import type { AnsweredRequest, RequestLog } from '../../api/http/request-log.ts'
import { Batcher } from '../../platform/concurrency/batcher.ts'
import { insertRequests } from './store.ts'
import { RequestWindow } from './window.ts'

/** One window is written in each of these. */
const delayMs = 1000

export interface OpenRequestLog extends RequestLog {
  /** Requests left out so far. */
  readonly dropped: () => number
  readonly close: () => Promise<void>
}

/** Written behind: at most one window a second, and at most two windows in memory while the database is away. */
export function openRequestLog({
  clock,
  database,
  log,
}: Pick<Context, 'clock' | 'database' | 'log'>): OpenRequestLog {
  let dropped = 0
  let current: RequestWindow | undefined
  const windows = new Batcher<'window', RequestWindow>({
    name: 'windows of the request log',
    log,
    delayMs,
    merge: (failed, newer) => {
      for (const entry of newer.entries) if (!failed.add(entry)) dropped += 1
      return (current = failed)
    },
    write: async (batch) => {
      current = undefined
      for (const { entries } of batch.values()) await insertRequests(database, entries)
    },
  })
  const open = (): RequestWindow => {
    current = new RequestWindow()
    windows.add('window', current)
    // A failed window may have taken its place.
    return current
  }
  return {
    record: (request: AnsweredRequest) => {
      if (!(current ?? open()).add({ at: clock.now(), request })) dropped += 1
    },
    dropped: () => dropped,
    close: () => windows.close(),
  }
}
