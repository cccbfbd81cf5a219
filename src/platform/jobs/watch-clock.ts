import { monotonicMs, systemClock } from '../clock.ts'

const minuteMs = 60_000
const watchMs = 1000

/** Detects forward jumps of a minute or more within a second. Returns a function that stops. */
export function watchClock(onJump: () => void): () => void {
  const difference = () => systemClock.now().getTime() - monotonicMs()
  let last = difference()
  const timer = setInterval(() => {
    const current = difference()
    if (current - last >= minuteMs) onJump()
    last = current
  }, watchMs)
  return () => clearInterval(timer)
}
