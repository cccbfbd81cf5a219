import { OperatorError } from './operator-error.ts'

export class DeadlineExceeded extends OperatorError {
  constructor(msMax: number) {
    super(`No answer within ${Math.round(msMax)} ms.`)
  }
}

/** Aborts at the first of several time limits. Holds timers until closed. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #lifts: (() => void)[] = []

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  bound(msMax: number, reason: () => Error): () => void {
    const timer = setTimeout(() => this.#controller.abort(reason()), msMax)
    const lift = (): void => clearTimeout(timer)
    this.#lifts.push(lift)
    return lift
  }

  follow(caller: AbortSignal, reason: () => Error): void {
    const abort = (): void => this.#controller.abort(reason())
    if (caller.aborted) abort()
    caller.addEventListener('abort', abort)
    this.#lifts.push(() => caller.removeEventListener('abort', abort))
  }

  close(): void {
    for (const lift of this.#lifts) lift()
  }
}

/** Rejects with the signal's reason if it aborts first. */
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

/** Rejects with `DeadlineExceeded` and aborts the signal of `work`. */
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

/** Whether the work ends within `msMax` of this thread being awake: a blocked event loop costs at most one slice. */
export async function endsWhileAwake(msMax: number, work: Promise<unknown>): Promise<boolean> {
  for (let slice = 0; slice < awakeSlices; slice++)
    if (await endsWithin(msMax / awakeSlices, () => work)) return true
  return false
}

/** For shutdowns: success and failure both count. */
export const settlesWithin = (msMax: number, work: Promise<unknown>): Promise<boolean> =>
  endsWithin(msMax, () => work.catch(() => undefined))
