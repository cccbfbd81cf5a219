import { sqlState } from '../platform/database/connection.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import type { FlowKeys } from '../platform/concurrency/flow-key.ts'
import type { Limiters } from '../api/limiters.ts'

/** Runs work when its turn has come. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A lock that did not come, or a statement that waited for one too long. */
const lateStates: ReadonlySet<string | undefined> = new Set(['55P03', '57014'])

/**
 * A turn for a transaction that waits for the lock of a workspace or a person: it holds a connection while it waits, and
 * however many of these flowKeys wait, others find connections. A lock that does not come is refused like a turn.
 */
export const turnOf =
  (
    { people }: Pick<Limiters, 'people'>,
    flowKeys: FlowKeys,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Turn =>
  async (work) => {
    try {
      return await people.run(flowKeys, work, { signal })
    } catch (error) {
      throw lateStates.has(sqlState(error)) ? new PermitRefused(people.resource, 'late') : error
    }
  }
