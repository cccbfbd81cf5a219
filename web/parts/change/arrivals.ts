import type { Resolution } from '../../uploads/conflicts.ts'
import type { Taken } from '../../uploads/engine/requests.ts'
import { foldName } from '../../uploads/names.ts'
import type { Item } from '../item/item.ts'

/** An item that comes into a folder. */
export interface Arrival {
  readonly item: Item
  /** Its name there. Undefined: one like its own that is free. */
  readonly name: string | undefined
  /** IDs of the files that are deleted once it is there. */
  readonly replaces: readonly string[]
}

type ByName = ReadonlyMap<string, readonly Taken[]>

function byName(taken: readonly Taken[]): ByName {
  const names = new Map<string, Taken[]>()
  for (const each of taken) names.set(foldName(each.name), [...(names.get(foldName(each.name)) ?? []), each])
  return names
}

const others = ({ id, name }: Item, taken: ByName): readonly Taken[] =>
  (taken.get(foldName(name)) ?? []).filter((each) => each.id !== id)

const filesAmong = (taken: readonly Taken[]): readonly Taken[] => taken.filter(({ type }) => type === 'file')

/** Names that a person decides about: of files, where a file has the same. Folders keep both. */
export function contested(items: readonly Item[], taken: readonly Taken[]): readonly string[] {
  const there = byName(taken)
  return items
    .filter((item) => item.type === 'file' && filesAmong(others(item, there)).length > 0)
    .map(({ name }) => name)
}

/** The file for each name. Skipped files are missing. */
export function arrivalsOf(
  items: readonly Item[],
  taken: readonly Taken[],
  resolutions: ReadonlyMap<string, Resolution>,
): readonly Arrival[] {
  const there = byName(taken)
  const used = new Set<string>()
  return items.flatMap((item): readonly Arrival[] => {
    const { name } = item
    const same = others(item, there)
    const resolution = resolutions.get(name) ?? 'both'
    const replaces = item.type === 'file' ? filesAmong(same) : []
    if (replaces.length > 0 && resolution === 'skip') return []
    const isFirst = !used.has(foldName(name))
    used.add(foldName(name))
    if (isFirst && replaces.length > 0 && resolution === 'replace')
      return [{ item, name, replaces: replaces.map(({ id }) => id) }]
    return [{ item, name: isFirst && same.length === 0 ? name : undefined, replaces: [] }]
  })
}
