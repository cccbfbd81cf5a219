import type { WriteStream } from 'node:tty'
import { monotonicMs } from '../../platform/clock.ts'
import type { Progress } from '../../platform/progress.ts'
import type { Invocation } from '../client.ts'
import { Interrupted } from '../interrupted.ts'
import { progressLine } from './line.ts'
import { Pace } from './pace.ts'

export interface Terminal extends Invocation {
  /** Clears the progress. Call it before anything else is written. */
  readonly close: () => void
}

type Env = Readonly<Record<string, string | undefined>>

const drawEveryMs = 100
/** A terminal that does not tell its size reports 0. */
const columnsAssumed = 80
const clearLine = '\r\u001B[K'

/** The process that the person started: its directory, its interrupts, and standard error if it is a terminal. */
export function openTerminal(stream: WriteStream, env: Env): Terminal {
  const line = stream.isTTY && env['TERM'] !== 'dumb' ? openProgressLine(stream, env) : undefined
  let interrupts: AbortSignal | undefined
  return {
    cwd: currentDirectory(env),
    progress: (progress) => line?.show(progress),
    takeInterrupts: () => (interrupts ??= takeInterrupts(() => line?.clear())),
    close: () => line?.clear(),
  }
}

/** A directory that was removed has only the name that the shell knows. */
function currentDirectory(env: Env): string {
  try {
    return process.cwd()
  } catch {
    return env['PWD'] ?? '/nonexistent'
  }
}

const interruptSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first one aborts the signal, a second one ends the process. */
function takeInterrupts(atTheEnd: () => void): AbortSignal {
  const interrupted = new AbortController()
  const receive = () => {
    if (!interrupted.signal.aborted) return interrupted.abort(new Interrupted('caller'))
    atTheEnd()
    process.exit(130)
  }
  for (const name of interruptSignals) process.on(name, receive)
  return interrupted.signal
}

function openProgressLine(stream: WriteStream, env: Env) {
  const pace = new Pace()
  const color = !env['NO_COLOR']
  const unicode = /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '')
  let latest: Progress | undefined
  let timer: NodeJS.Timeout | undefined
  let frame = 0
  const draw = () => {
    // A terminal that is stopped (Ctrl-S) must not fill the memory.
    if (!latest || stream.writableLength > 0) return
    const perSecond = pace.perSecond(latest.done, monotonicMs())
    const text = progressLine(
      { progress: latest, perSecond, frame: frame++ },
      { columns: stream.columns || columnsAssumed, color, unicode },
    )
    stream.write(`${clearLine}${text}`)
  }
  return {
    show: (progress: Progress) => {
      latest = progress
      pace.take(progress, monotonicMs())
      if (timer) return
      timer = setInterval(draw, drawEveryMs)
      timer.unref()
      draw()
    },
    clear: () => {
      clearInterval(timer)
      timer = undefined
      if (frame > 0) stream.write(clearLine)
      frame = 0
      latest = undefined
    },
  }
}

export const withBoldHeadings = (help: string): string =>
  help.replaceAll(/^[A-Z0-9][A-Z0-9 ]*$/gm, '\u001B[1m$&\u001B[22m')
