import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something holds; fails when it does not within ten seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (await holds()) return
    await pause(10)
  }
  throw new Error('It never came to hold.')
}
