import { sqlState } from '../platform/database/connection.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import type { FlowKeys } from '../platform/concurrency/flow-key.ts'
import type { Limiters } from '../api/limiters.ts'

export type WithPermit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The lock or the statement timed out. */
const lateStates: ReadonlySet<string | undefined> = new Set(['55P03', '57014'])

/** For transactions that wait for a lock while holding a connection. A lock that times out is refused like a permit. */
export const lockPermit =
  (
    { people }: Pick<Limiters, 'people'>,
    flowKeys: FlowKeys,
    { signal }: { readonly signal: AbortSignal },
  ): WithPermit =>
  async (work) => {
    try {
      return await people.run(flowKeys, work, { signal })
    } catch (error) {
      throw lateStates.has(sqlState(error)) ? new PermitRefused(people.resource, 'late') : error
    }
  }
