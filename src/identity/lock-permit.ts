import { sqlState } from '../platform/database/connection.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import type { FlowKeys } from '../platform/concurrency/flow-key.ts'
import type { Limiters } from '../api/limiters.ts'

/** Runs work with a permit. */
export type WithPermit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A lock that did not come, or a statement that waited for one too long. */
const lateStates: ReadonlySet<string | undefined> = new Set(['55P03', '57014'])

/**
 * The permit of a transaction that waits for the lock of a workspace or a person. It holds a connection while it waits, so the
 * limiter keeps connections for others. A lock that is not granted in time is refused like a permit.
 */
export const lockPermit =
  (
    { people }: Pick<Limiters, 'people'>,
    flowKeys: FlowKeys,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): WithPermit =>
  async (work) => {
    try {
      return await people.run(flowKeys, work, { signal })
    } catch (error) {
      throw lateStates.has(sqlState(error)) ? new PermitRefused(people.resource, 'late') : error
    }
  }
