import { call, type Data } from '../../api/call.ts'
import { foldName, twinNames } from '../../uploads/names.ts'
import type { FolderId } from '../item/item.ts'

export type Taken = Data<'listTakenNames'>[number]

export interface Place {
  readonly workspace: string
  readonly folder: FolderId
}

/** Names of one request. */
const namesMax = 1000
/** Names for a twin that are looked up at once. */
const twinsAtOnce = 20

/** Which of these names the folder has. */
export async function takenIn(
  { workspace, folder }: Place,
  names: readonly string[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (let start = 0; start < names.length; start += namesMax) {
    const body = { parent_id: folder, names: names.slice(start, start + namesMax) }
    const { data } = await call('listTakenNames', { workspace, body })
    taken.push(...data)
  }
  return taken
}

/** A free name like each of these, which are taken. `used` gets folded names that are taken too, and grows. */
export async function freeTwins(
  place: Place,
  names: readonly string[],
  used: Set<string>,
): Promise<readonly string[]> {
  const first = names.map((name) => twinNames(name, twinsAtOnce))
  for (const { name } of await takenIn(place, first.flat())) used.add(foldName(name))
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
      for (const taken of await takenIn(place, candidates)) used.add(foldName(taken.name))
    }
  }
  return free
}
