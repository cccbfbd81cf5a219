import { value } from './value.ts'

/** Small, because every page loads it: the tray and the engine come when they are needed. */

const key = 'bureau_uploads'

/** Whether this browser has stored unfinished uploads. Storage may be forbidden: nothing is stored then. */
function isMarked(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function markStored(stored: boolean): void {
  try {
    if (stored) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Then uploads end with the page.
  }
}

/** Whether the page shows the tray. */
export const trayWanted = value(isMarked())

/** Whether leaving the page would interrupt something. */
export const busy = value(false)
