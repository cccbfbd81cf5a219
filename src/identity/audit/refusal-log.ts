import type { Context } from '../../api/context.ts'
import type { RefusedCall } from '../../api/auth-scheme.ts'
import { Batcher } from '../../platform/concurrency/batcher.ts'
import { settlesWithin } from '../../platform/deadline.ts'
import type { PrincipalOf } from '../principal.ts'
import { actionOf, isSummedUp } from './rules.ts'
import { insertEntry, type AuditEntry } from './store.ts'

/** Maximum wait for the entry before the response is sent. */
const waitMsMax = 1000
const pathCharactersMax = 200

type KeyCall = RefusedCall<PrincipalOf<'api-key'>>

/** One entry a call, before the response; calls over a limit are summed up, so that a flood writes little. */
export interface RefusalLog {
  /** Never rejects. */
  readonly append: (call: KeyCall) => Promise<void>
  readonly close: () => Promise<void>
}

interface Sum {
  readonly at: Date
  readonly entry: AuditEntry
  readonly calls: number
}

export function openRefusalLog({
  clock,
  database,
  log,
}: Pick<Context, 'clock' | 'database' | 'log'>): RefusalLog {
  const write = (at: Date, entry: AuditEntry): Promise<unknown> =>
    insertEntry(database, at, entry).catch((err: unknown) =>
      log.warn({ err, audit: entry }, 'A refused call could not be written to the audit log.'),
    )
  const sums = new Batcher<string, Sum>({
    name: 'sums of refused calls',
    log,
    delayMs: 5000,
    attemptsMax: 10,
    merge: (older, { calls }) => ({ ...older, calls: older.calls + calls }),
    write: (batch) =>
      database.transaction(async (tx) => {
        for (const { at, entry, calls } of batch.values()) await insertEntry(tx, at, { ...entry, calls })
      }),
  })
  const sumUp = (entry: AuditEntry): void =>
    sums.add(`${entry.keyId} ${entry.action} ${entry.outcome}`, { at: clock.now(), entry, calls: 1 })

  return {
    append: async (call) => {
      if (isSummedUp(call.reason)) return sumUp(entryOf(call))
      await settlesWithin(waitMsMax, write(clock.now(), entryOf(call)))
    },
    close: () => sums.close(),
  }
}

function entryOf({ caller, endpoint, request, requestId, address, code }: KeyCall): AuditEntry {
  const { userId, keyId, workspaceId } = caller
  const what = endpoint
    ? { action: actionOf(endpoint.id) }
    : { action: 'request.unknown', target: request.slice(0, pathCharactersMax) }
  return { actor: 'key', userId, keyId, workspaceId, ...what, outcome: code, requestId, address }
}
