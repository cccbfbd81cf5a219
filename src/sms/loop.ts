import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../api/context.ts'

export interface Running {
  /** Starts no new pass and waits for the one under way. */
  readonly stop: () => Promise<void>
}

export interface LoopOptions {
  readonly context: Pick<Context, 'log' | 'signals'>
  /** For the log: what the loop does. */
  readonly name: string
  /** A notice on this channel ends the pause between two passes. */
  readonly channel?: string
  /** The longest pause, in real time; it does not depend on the wall clock, which may jump. */
  readonly pauseMsMax: number
  /** Does what there is to do; returns how long nothing will be due, 0 to go on at once. */
  readonly pass: () => Promise<number>
}

/** Repeats `pass` until stopped. A pass that fails is logged and tried again after the longest pause. */
export function startLoop({ context, name, channel, pauseMsMax, pass }: LoopOptions): Running {
  const stopping = new AbortController()
  let woken = false
  let wake = new AbortController()
  const forget =
    channel === undefined
      ? () => undefined
      : context.signals.listen(channel, () => {
          woken = true
          wake.abort()
        })

  async function rest(ms: number): Promise<void> {
    wake = new AbortController()
    // A notice that came during the pass may be about something that the pass no longer saw.
    if (woken) return
    const signal = AbortSignal.any([stopping.signal, wake.signal])
    await pause(Math.min(ms, pauseMsMax), undefined, { signal }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false
      const restMs = await pass().catch((err: unknown) => {
        context.log.error({ err, loop: name }, 'A pass failed and will be tried again.')
        return pauseMsMax
      })
      await rest(restMs)
    }
  }

  const ended = run()
  return {
    stop: async () => {
      stopping.abort()
      forget()
      await ended
    },
  }
}
