import { value } from '../../uploads/value.ts'

/** IDs of items that are not shown, because they wait to be deleted or are deleted. */
export const removedIds = value<ReadonlySet<string>>(new Set())

/** IDs of items that are on their way to another folder. */
export const movingIds = value<ReadonlySet<string>>(new Set())

export function add(set: typeof removedIds, ids: readonly string[]): void {
  set.set(new Set([...set.get(), ...ids]))
}

export function drop(set: typeof removedIds, ids: readonly string[]): void {
  const left = new Set(set.get())
  for (const id of ids) left.delete(id)
  set.set(left)
}
