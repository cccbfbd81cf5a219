import type { Socket } from 'node:net'
import { monotonicMs } from '../../platform/clock.ts'
import type { Progress, ReportProgress } from '../../platform/progress.ts'
import { version } from '../../platform/version.ts'
import { Interrupted } from '../interrupted.ts'
import type { Outcome } from '../outcome.ts'
import type { AnswerLine, FinalLine } from './protocol.ts'

/** The client at the other end of a connection. */
export interface Caller {
  readonly readsLines: boolean
  /** Aborts with `Interrupted` when the client interrupts the command or is gone, or when the server stops. */
  readonly signal: AbortSignal
  readonly progress: ReportProgress
  readonly interrupt: () => void
  /** Resolves when the client has read it or is gone. */
  readonly answer: (outcome: Outcome) => Promise<void>
}

const progressEveryMs = 100
const aliveEveryMs = 2_000
const answerMsMax = 30_000

export function openCaller(socket: Socket, readsLines: boolean): Caller {
  const gone = new AbortController()
  const leave = () => gone.abort(new Interrupted('caller'))
  if (readsLines) {
    socket.once('end', leave)
    socket.once('close', leave)
    if (socket.readableEnded || socket.destroyed) leave()
  }

  let latest: Progress | undefined
  let sentMs = monotonicMs()
  const send = (line: AnswerLine) => {
    sentMs = monotonicMs()
    socket.write(`${JSON.stringify(line)}\n`)
  }
  const sendLatest = () => {
    if (latest) send({ progress: latest })
    latest = undefined
  }
  const tick = () => {
    // A client that was suspended (Ctrl-Z) reads nothing.
    if (!socket.writable || socket.writableLength > 0) return
    if (latest) sendLatest()
    else if (monotonicMs() - sentMs >= aliveEveryMs) send({ alive: true })
  }
  const ticks = readsLines ? setInterval(tick, progressEveryMs) : undefined

  return {
    readsLines,
    signal: gone.signal,
    progress: (progress) => void (latest = progress),
    interrupt: () => gone.abort(new Interrupted('server')),
    answer: async (outcome) => {
      clearInterval(ticks)
      if (socket.destroyed) return
      if (readsLines) sendLatest()
      const last: FinalLine = { ...outcome, version }
      await ended(socket, `${JSON.stringify(last)}${readsLines ? '\n' : ''}`)
    },
  }
}

function ended(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), answerMsMax)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.end(text)
  })
}
