import { monotonicMs } from '../clock.ts'
import { singleFlight } from '../concurrency/single-flight.ts'
import { DatabaseUnavailable } from '../database/health.ts'
import { withDeadline } from '../deadline.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'

export type Check = () => Promise<unknown>

export interface CheckResult {
  readonly ok: boolean
  readonly duration_ms: number
  readonly error?: string
}

export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, CheckResult>>
}

const checkMsMax = 2000

async function resultOf(check: Check): Promise<CheckResult & { readonly err?: unknown }> {
  const startedMs = monotonicMs()
  const duration = () => Math.round(monotonicMs() - startedMs)
  try {
    await withDeadline(checkMsMax, check)
    return { ok: true, duration_ms: duration() }
  } catch (err) {
    const isSaid = err instanceof OperatorError || err instanceof DatabaseUnavailable
    const error = isSaid ? err.message : 'Failed. See the log for the cause.'
    return { ok: false, duration_ms: duration(), error, err }
  }
}

/** Concurrent calls share one run. Logs a check when its result changes. */
export function readiness(checks: Readonly<Record<string, Check>>, log: Log): () => Promise<Readiness> {
  const failing = new Set<string>()

  function tell(name: string, ok: boolean, err: unknown): void {
    if (ok && failing.delete(name)) log.info({ check: name }, 'A readiness check passes again.')
    if (ok || failing.has(name)) return
    failing.add(name)
    log.warn({ check: name, err }, 'A readiness check fails.')
  }

  async function ask(): Promise<Readiness> {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const { err, ...result } = await resultOf(check)
        tell(name, result.ok, err)
        return [name, result] as const
      }),
    )
    return { ready: entries.every(([, { ok }]) => ok), checks: Object.fromEntries(entries) }
  }

  return singleFlight(ask)
}
