/** What is chosen in a list of IDs, and where the keyboard is. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Has the focus, or gets it next. */
  readonly active: string | undefined
  /** Where a range begins. */
  readonly anchor: string | undefined
}

export const nothing: Selection = { chosen: new Set(), active: undefined, anchor: undefined }

/** Moves the keyboard there and chooses nothing. */
export const goTo = (selection: Selection, id: string): Selection =>
  selection.active === id && selection.anchor === id ? selection : { ...selection, active: id, anchor: id }

export const only = (id: string): Selection => ({ chosen: new Set([id]), active: id, anchor: id })

export function toggle({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return { chosen: next, active: id, anchor: id }
}

/** Chooses from the anchor to there. `adding` keeps what else is chosen. */
export function extend(selection: Selection, ids: readonly string[], id: string, adding = false): Selection {
  const { chosen, active } = selection
  const anchor = selection.anchor ?? active ?? id
  const [from, to] = [ids.indexOf(anchor), ids.indexOf(id)].toSorted((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return { ...only(id), anchor: id }
  return { chosen: new Set([...(adding ? chosen : []), ...ids.slice(from, to + 1)]), active: id, anchor }
}

export const all = (selection: Selection, ids: readonly string[]): Selection => ({
  ...selection,
  chosen: new Set(ids),
})

export const clear = (selection: Selection): Selection =>
  selection.chosen.size === 0 ? selection : { ...selection, chosen: new Set() }

/** After the list has changed: what is gone is not chosen, and the keyboard goes to the nearest that is still there. */
export function follow(selection: Selection, before: readonly string[], after: readonly string[]): Selection {
  const there = new Set(after)
  const { chosen, active, anchor } = selection
  const isThere = (id: string): boolean => there.has(id)
  const next = active === undefined || isThere(active) ? active : nearest(before, active, isThere)
  const kept = [...chosen].filter(isThere)
  if (next === active && kept.length === chosen.size && (anchor === undefined || isThere(anchor)))
    return selection
  return {
    chosen: kept.length === chosen.size ? chosen : new Set(kept),
    active: next,
    anchor: anchor !== undefined && isThere(anchor) ? anchor : next,
  }
}

function nearest(ids: readonly string[], id: string, isThere: (id: string) => boolean): string | undefined {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find(isThere) ?? ids.slice(0, Math.max(at, 0)).findLast(isThere)
}
