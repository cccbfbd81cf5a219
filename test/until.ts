import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a condition is true; fails after ten seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (await holds()) return
    await pause(10)
  }
  throw new Error('The condition did not become true in time.')
}
