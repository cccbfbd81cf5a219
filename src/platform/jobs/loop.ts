import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { settlesWithin } from '../deadline.ts'
import type { ObserveLoop } from '../operations/observations.ts'
import { watchClock } from './watch-clock.ts'

/** Repeated work, for as long as the worker runs. Listed in its service's `loops.ts`. */
export interface LoopDefinition<Context = PlatformContext> {
  /** Verb and noun in kebab case, unique in the program: `expire-messages`. */
  readonly name: string
  /** A notice on this channel ends the pause between two runs. */
  readonly wokenBy?: string
  /** Registers what ends the pause from inside the process. Returns the way to stop. */
  readonly wokenIn?: (wake: () => void) => () => void
  /** The shortest pause, which nothing ends: what comes within it is done together. None by default. */
  readonly pauseMsMin?: number
  /** The longest pause, in real time. A jump of the wall clock ends it, as what is due depends on that. */
  readonly pauseMsMax: number
  /** Does what there is to do; resolves to how long nothing will be due, 0 to go on at once. */
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
  /** How long `stop` waits for the runs under way; ten seconds by default. */
  readonly stopMsMax?: number
}

export interface Loops {
  /** Starts no new run and waits for those under way, but not for ever. */
  readonly stop: () => Promise<void>
}

type LoopContext = Pick<PlatformContext, 'log' | 'notifications'>

const failurePauseMsMin = 1000
const failurePauseMsMax = 30_000
const stopMsMaxDefault = 10_000

/** How long a loop rests after consecutive failures: a second, two, four, up to half a minute. */
export const failurePauseMs = (failures: number): number =>
  Math.min(failurePauseMsMax, failurePauseMsMin * 2 ** (failures - 1))

/** Runs `loops` side by side until stopped. Throws when two have one name. */
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
  // Notices were lost while there was no connection, and what failed for lack of one works again.
  const forgetConnection = notifications.onConnection((connected) => void (connected && reconnected.abort()))

  /** Does one run, and resolves to how long to rest and what may end the rest. */
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
    // What comes during the run counts: it may be about something that the run no longer saw.
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
  // A timer takes a millisecond at least.
  if (ms <= 0) return nextTurn()
  await pause(ms, undefined, { signal: AbortSignal.any(enders) }).catch(() => undefined)
}
