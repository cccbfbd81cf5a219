import type { Context } from '../api/context.ts'
import type { EndpointScheme } from '../api/auth-scheme.ts'
import type { CounterStore } from '../platform/limits/limit.ts'
import { apiKeyScheme } from './schemes/api-key.ts'
import { openKeyCache } from './key/cache.ts'
import { openRefusalLog } from './audit/refusal-log.ts'
import { sessionSchemes } from './schemes/session.ts'
import { openRequestLog, type OpenRequestLog } from './request/request-log.ts'
import { openLastUses } from './key/last-use.ts'

export interface IdentityOptions {
  /** The caller opens and closes them: they may be in Redis or in memory. */
  readonly counters: CounterStore
  readonly onRefusal?: (limit: string) => void
}

export interface Identity {
  readonly apiKeys: EndpointScheme
  /** People who are logged in: in no workspace, and in the one of the path. */
  readonly sessions: readonly EndpointScheme[]
  /** Undefined when it is turned off. */
  readonly requestLog: OpenRequestLog | undefined
  /** Call it when no request is running: it flushes pending writes. */
  readonly close: () => Promise<void>
}

export function openIdentity(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'notifications' | 'settings'>,
  { counters, onRefusal = () => undefined }: IdentityOptions,
): Identity {
  const { clock, database, notifications } = context
  const keys = openKeyCache(database, notifications)
  const lastUses = openLastUses(context)
  const refusals = openRefusalLog(context)
  const requestLog = context.settings.requestLogDays > 0 ? openRequestLog(context) : undefined
  return {
    apiKeys: apiKeyScheme({ clock, keys, counters, lastUses, refusals, onRefusal }),
    sessions: sessionSchemes({ counters, onRefusal }),
    requestLog,
    close: async () => {
      await lastUses.close()
      await refusals.close()
      await requestLog?.close()
      keys.close()
    },
  }
}
