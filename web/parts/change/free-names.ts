import { takenNames } from '../../uploads/engine/requests.ts'
import { foldName, twinNames } from '../../uploads/names.ts'
import type { FolderId } from '../item/item.ts'

export interface Place {
  readonly workspace: string
  readonly folder: FolderId
}

/** Names for a twin that are looked up at once. */
const twinsAtOnce = 20

/** A free name like each of these, which are taken. `used` gets folded names that are taken too, and grows. */
export async function freeTwins(
  place: Place,
  names: readonly string[],
  used: Set<string>,
): Promise<readonly string[]> {
  const first = names.map((name) => twinNames(name, twinsAtOnce))
  for (const { name } of await takenNames(place.workspace, place.folder, first.flat()))
    used.add(foldName(name))
  const free: string[] = []
  for (const [index, name] of names.entries()) {
    let candidates = first[index] ?? []
    for (let tried = twinsAtOnce; ; tried += twinsAtOnce) {
      const found = candidates.find((candidate) => !used.has(foldName(candidate)))
      if (found !== undefined) {
        free.push(found)
        used.add(foldName(found))
        break
      }
      candidates = twinNames(name, twinsAtOnce, tried)
      for (const taken of await takenNames(place.workspace, place.folder, candidates))
        used.add(foldName(taken.name))
    }
  }
  return free
}
