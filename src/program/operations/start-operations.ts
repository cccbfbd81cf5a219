import { OperatorError } from '../../platform/operator-error.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Metrics } from '../../platform/operations/metrics.ts'
import type { Check } from '../../platform/operations/readiness.ts'
import { startOperationsServer, type OperationsServer } from '../../platform/operations/server.ts'
import type { Drain } from '../drain.ts'
import type { Instance } from '../instance.ts'
import { operationsPortOf, portProblem, portProblems } from '../ports.ts'
import type { OriginName } from '../roles.ts'

export interface Operations extends OperationsServer {
  /** One more check of `/readyz`. */
  readonly addCheck: (name: string, check: Check) => void
  /** Until `started`, `/readyz` answers 503 with this sentence. */
  readonly starting: (reason: string) => void
  readonly started: () => void
}

interface StartedWith {
  readonly metrics: Metrics
  readonly drain: Drain
  readonly listening: readonly OriginName[]
}

/** Before everything that may take long: a process that migrates the database is alive, but not ready. */
export async function startOperations(
  { config, context }: Instance,
  { metrics, drain, listening }: StartedWith,
): Promise<Operations> {
  let reason: string | undefined = 'This process is still starting.'
  const checks: Record<string, Check> = {
    database: () =>
      context.database.first(sql`
      select /* program.operations.startOperations */ 1`),
    blobs: () => context.blobs.check(),
    serving: async () => {
      if (reason !== undefined) throw new OperatorError(reason)
      return drain.check()
    },
  }
  try {
    const server = await startOperationsServer({ ...config.operations, checks, metrics, log: context.log })
    return {
      ...server,
      addCheck: (name, check) => void (checks[name] = check),
      starting: (sentence) => void (reason = sentence),
      started: () => void (reason = undefined),
    }
  } catch (error) {
    const sentence = portProblem(error, operationsPortOf(config))
    if (sentence === undefined) throw error
    // The origins would fail next: all are named at once.
    const sentences = new Set([...(await portProblems(config, listening)), sentence])
    throw new OperatorError([...sentences].join('\n'), { cause: error })
  }
}
