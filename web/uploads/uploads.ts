import { toast } from '../ui/toasts/toast.ts'
import { uploadsWords } from '../words/words.ts'
import { walk, type Picked } from './picked.ts'
import { placeAll, type Place } from './place.ts'
import { trayWanted } from './presence.ts'

export { pickedOf, type Picked } from './picked.ts'
export type { Place } from './place.ts'

/** Of one drop. */
const filesMax = 20_000

/** Asks about names that are taken, then uploads in the background. The tray shows the progress. */
export function upload(place: Place, picked: readonly Picked[]): void {
  if (picked.length === 0) return
  if (picked.length > filesMax) return toast.problem(uploadsWords.tooMany(filesMax))
  trayWanted.set(true)
  placeAll(place, picked).catch((error: unknown) => toast.fail(error))
}

/** Files and whole folders. Call it in the drop event: the browser empties the transfer afterwards. */
export async function pickedIn(transfer: DataTransfer): Promise<readonly Picked[]> {
  const { picked, unreadable } = await walk(transfer)
  if (unreadable > 0) toast.problem(uploadsWords.unreadable(unreadable))
  return picked
}
