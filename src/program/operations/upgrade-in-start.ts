import { monotonicMs } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Progress } from '../../platform/progress.ts'
import type { Instance } from '../instance.ts'
import { extendStart } from '../supervisor.ts'
import type { Operations } from './start-operations.ts'

const logEveryMs = 15_000

interface Start {
  readonly operations: Pick<Operations, 'starting'>
  readonly env: NodeJS.ProcessEnv
  /** Settles when the server is told to stop. */
  readonly stopped: Promise<unknown>
}

/** The server was told to stop before the first migration, so nothing was upgraded. */
export class UpgradeStopped extends Error {
  override readonly name = 'UpgradeStopped'
}

/** As long as it takes: `/readyz`, the log, and systemd are told how far it is. */
export async function upgradeInStart(instance: Instance, { operations, env, stopped }: Start): Promise<void> {
  const stop = new AbortController()
  void stopped.then(
    () => stop.abort(new UpgradeStopped()),
    (error: unknown) => stop.abort(error),
  )
  const endExtension = extendStart(env)
  const logProgress = pacedLog(instance.context.log)
  try {
    await instance.upgrade({
      signal: stop.signal,
      waiting: () => operations.starting('Another process is migrating the database.'),
      progress: (progress) => {
        operations.starting(sentenceOf(progress))
        logProgress(progress)
      },
    })
  } catch (error) {
    if (error instanceof UpgradeStopped)
      instance.context.log.info({}, 'The server stopped before the upgrade began. Nothing was upgraded.')
    throw error
  } finally {
    endExtension()
  }
  operations.starting('This process is still starting.')
}

/** `Migrating the database: 1 of 3.` The total of bytes is not needed to see that it goes on. */
function sentenceOf({ step, done, total, unit }: Progress): string {
  if (unit === 'items') return `${step}: ${done}${total === undefined ? '' : ` of ${total}`} done.`
  return total ? `${step}: ${Math.floor((100 * done) / total)} % done.` : `${step}.`
}

function pacedLog(log: Log): (progress: Progress) => void {
  let lastMs = monotonicMs()
  return ({ step, done, total, unit }) => {
    if (monotonicMs() - lastMs < logEveryMs) return
    lastMs = monotonicMs()
    log.info({ step, done, total, unit }, 'The upgrade goes on.')
  }
}
