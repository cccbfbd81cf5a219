import { OperatorError } from './operator-error.ts'

/** What was waited for did not end in time. */
export class DeadlineExceeded extends OperatorError {
  constructor(msMax: number) {
    super(`No answer within ${Math.round(msMax)} ms.`)
  }
}

/** Aborts work when the first of several bounds is reached. Holds timers until it is closed. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #lifts: (() => void)[] = []

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Aborts after `msMax` with the reason. Returns the way to lift this bound. */
  bound(msMax: number, reason: () => Error): () => void {
    const timer = setTimeout(() => this.#controller.abort(reason()), msMax)
    const lift = (): void => clearTimeout(timer)
    this.#lifts.push(lift)
    return lift
  }

  /** Aborts with the reason when the caller's signal does. */
  follow(caller: AbortSignal, reason: () => Error): void {
    const abort = (): void => this.#controller.abort(reason())
    if (caller.aborted) abort()
    caller.addEventListener('abort', abort)
    this.#lifts.push(() => caller.removeEventListener('abort', abort))
  }

  /** Lifts every bound: the signal does not abort from here on. */
  close(): void {
    for (const lift of this.#lifts) lift()
  }
}

/** The result of the work, unless the signal aborts before: then its reason. What the work does later does not count. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([aborted.promise, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Rejects with `DeadlineExceeded` when the work takes longer, and aborts the signal that the work has got. */
export async function withDeadline<Result>(
  msMax: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = new Deadline()
  deadline.bound(msMax, () => new DeadlineExceeded(msMax))
  try {
    return await unlessAborted(deadline.signal, work(deadline.signal))
  } finally {
    deadline.close()
  }
}

/** Whether the work ended in time; its failure in time is the caller's. The signal aborts when it is late. */
export async function endsWithin(
  msMax: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  try {
    await withDeadline(msMax, work)
    return true
  } catch (error) {
    if (error instanceof DeadlineExceeded) return false
    throw error
  }
}

const awakeSlices = 6

/**
 * Whether the work ended in time that this thread was awake for. After each slice there is a look at what has arrived: while
 * the thread itself is held up, no more than one slice goes by, so that a busy program does not take others for silent.
 */
export async function endsWhileAwake(msMax: number, work: Promise<unknown>): Promise<boolean> {
  for (let slice = 0; slice < awakeSlices; slice++)
    if (await endsWithin(msMax / awakeSlices, () => work)) return true
  return false
}

/** Whether the work is over in time, however it ended. For stops, which go on either way. */
export const settlesWithin = (msMax: number, work: Promise<unknown>): Promise<boolean> =>
  endsWithin(msMax, () => work.catch(() => undefined))
