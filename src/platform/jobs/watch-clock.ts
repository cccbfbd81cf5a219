import { monotonicMs, systemClock } from '../clock.ts'

const minuteMs = 60_000
const watchMs = 1000

/** Calls `onJump` within a second after the wall clock jumped forward by a minute or more. Returns the way to stop. */
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
