import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { settlesWithin } from '../deadline.ts'
import type { ObserveLoop } from '../operations/observations.ts'
import { watchClock } from './watch-clock.ts'

export interface LoopDefinition<Context = PlatformContext> {
  /** Kebab-case verb and noun, unique in the program: `expire-messages`. */
  readonly name: string
  readonly wokenBy?: string
  readonly wokenIn?: (wake: () => void) => () => void
  /** Minimum interval between runs; work that arrives meanwhile is batched. Default: 0. */
  readonly pauseMsMin?: number
  /** Real time. A jump of the wall clock ends the pause, because due times depend on it. */
  readonly pauseMsMax: number
  /** Resolves to the time in ms until work may be due, 0 to continue at once. */
  readonly run: (context: Context) => Promise<number>
}

export function defineLoop<Context = PlatformContext>(
  definition: LoopDefinition<Context>,
): LoopDefinition<Context> {
  return definition
}

export interface LoopsOptions<Context> {
  readonly loops: readonly LoopDefinition<Context>[]
  readonly context: Context
  readonly observe?: ObserveLoop
  readonly stopMsMax?: number
}

export interface Loops {
  readonly stop: () => Promise<void>
}

type LoopContext = Pick<PlatformContext, 'log' | 'notifications'>

const failurePauseMsMin = 1000
const failurePauseMsMax = 30_000
const stopMsMaxDefault = 10_000

export const failurePauseMs = (failures: number): number =>
  Math.min(failurePauseMsMax, failurePauseMsMin * 2 ** (failures - 1))

/** Throws if two have the same name. */
export function startLoops<Context extends LoopContext>(options: LoopsOptions<Context>): Loops {
  const { loops, context, observe = () => () => undefined, stopMsMax = stopMsMaxDefault } = options
  const names = new Set<string>()
  for (const { name } of loops) {
    if (names.has(name)) throw new Error(`Two loops are named ${name}.`)
    names.add(name)
  }
  const stopping = new AbortController()
  let jumped = new AbortController()
  const forgetClock = watchClock(() => {
    jumped.abort()
    jumped = new AbortController()
  })
  const running = loops.map((loop) => ({
    name: loop.name,
    over: repeat(loop, context, observe(loop.name), {
      stopping: stopping.signal,
      jumped: () => jumped.signal,
    }),
  }))
  return {
    stop: async () => {
      forgetClock()
      stopping.abort()
      await Promise.all(
        running.map(async ({ name, over }) => {
          if (!(await settlesWithin(stopMsMax, over)))
            context.log.warn({ loop: name }, 'A loop did not stop in time and was abandoned.')
        }),
      )
    },
  }
}

async function repeat<Context extends LoopContext>(
  { name, wokenBy, wokenIn, pauseMsMin = 0, pauseMsMax, run }: LoopDefinition<Context>,
  context: Context,
  observe: ReturnType<ObserveLoop>,
  { stopping, jumped }: { readonly stopping: AbortSignal; readonly jumped: () => AbortSignal },
): Promise<void> {
  const { log, notifications } = context
  let noticed = new AbortController()
  let reconnected = new AbortController()
  const forgetNotices =
    wokenBy === undefined ? () => undefined : notifications.listen(wokenBy, () => noticed.abort())
  const forgetWaker = wokenIn?.(() => noticed.abort())
  // Notifications may have been lost, and failed work may succeed again.
  const forgetConnection = notifications.onConnection((connected) => void (connected && reconnected.abort()))

  async function once(
    failures: number,
  ): Promise<{ failures: number; restMs: number; enders: AbortSignal[] }> {
    const startedMs = monotonicMs()
    const seconds = () => (monotonicMs() - startedMs) / 1000
    try {
      const restMs = Math.min(await run(context), pauseMsMax)
      observe('done', seconds())
      return { failures: 0, restMs, enders: [noticed.signal, reconnected.signal] }
    } catch (err) {
      observe('failed', seconds())
      log.error({ err, loop: name, failures: failures + 1 }, 'A run of a loop failed and will be retried.')
      return { failures: failures + 1, restMs: failurePauseMs(failures + 1), enders: [reconnected.signal] }
    }
  }

  let failures = 0
  while (!stopping.aborted) {
    // Wake-ups during the run count, because the run may have missed their cause.
    noticed = new AbortController()
    reconnected = new AbortController()
    const result = await once(failures)
    failures = result.failures
    await rest(pauseMsMin, [stopping])
    await rest(result.restMs - pauseMsMin, [stopping, jumped(), ...result.enders])
  }
  forgetNotices()
  forgetWaker?.()
  forgetConnection()
}

async function rest(ms: number, enders: AbortSignal[]): Promise<void> {
  // A timer takes at least 1 ms.
  if (ms <= 0) return nextTurn()
  await pause(ms, undefined, { signal: AbortSignal.any(enders) }).catch(() => undefined)
}
