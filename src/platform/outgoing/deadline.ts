import { OutgoingFailure } from './failure.ts'

/** Bounds a whole request, and the time until it is connected by a shorter one. */
export interface Deadline {
  /** Aborts with an `OutgoingFailure` that says which of the bounds it was. */
  readonly signal: AbortSignal
  /** From here on only the longer bound counts. */
  readonly connected: () => void
  readonly close: () => void
}

export interface DeadlineOptions {
  readonly connectMsMax: number
  readonly answerMsMax: number
  /** Of a caller who may lose interest. */
  readonly signal: AbortSignal | undefined
  readonly onConnected: () => void
}

export function openDeadline(options: DeadlineOptions): Deadline {
  const { connectMsMax, answerMsMax, signal: given, onConnected } = options
  const controller = new AbortController()
  const end = (reason: 'connect_timeout' | 'answer_timeout' | 'aborted') =>
    controller.abort(new OutgoingFailure(reason))
  const connecting = setTimeout(end, connectMsMax, 'connect_timeout')
  const answering = setTimeout(end, answerMsMax, 'answer_timeout')
  const giveUp = () => end('aborted')
  if (given?.aborted === true) giveUp()
  given?.addEventListener('abort', giveUp)
  return {
    signal: controller.signal,
    connected: () => {
      clearTimeout(connecting)
      onConnected()
    },
    close: () => {
      clearTimeout(connecting)
      clearTimeout(answering)
      given?.removeEventListener('abort', giveUp)
    },
  }
}
