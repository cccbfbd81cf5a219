import { setTimeout as pause } from 'node:timers/promises'

/** Whether `work` settles within `msMax`, well or not. */
export async function settles(work: Promise<unknown>, msMax: number): Promise<boolean> {
  const late = new AbortController()
  const settled = work.then(
    () => true,
    () => true,
  )
  const timeout = pause(msMax, false, { signal: late.signal }).catch(() => false)
  const inTime = await Promise.race([settled, timeout])
  late.abort()
  return inTime
}
