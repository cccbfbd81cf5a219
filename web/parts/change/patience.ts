import { ApiError } from '../../api/call.ts'

const lanesMax = 3

/** Waits for `Retry-After` and tries again, as often as needed. `onWait` gets the seconds. */
export async function patiently<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
): Promise<Result> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined
      if (seconds === undefined) throw error
      onWait(seconds)
      await pause(seconds, signal)
    }
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** Runs for each, a few at a time, until the signal aborts. `run` does not reject. */
export async function inLanes<Each>(
  all: readonly Each[],
  signal: AbortSignal,
  run: (each: Each) => Promise<void>,
): Promise<void> {
  const left = all.values()
  const lane = async () => {
    for (const each of left) {
      if (signal.aborted) return
      await run(each)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanesMax, all.length) }, lane))
}
