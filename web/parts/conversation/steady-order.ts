interface Ordered {
  readonly key: string
  /** Falls from row to row where nothing is held. */
  readonly id: number
}

/** The rows as they were when the pointer came, each in its last known state. */
export interface Held<Row extends Ordered> {
  readonly rows: readonly Row[]
  readonly topId: number
}

export const hold = <Row extends Ordered>(rows: readonly Row[]): Held<Row> => ({
  rows,
  topId: rows[0]?.id ?? 0,
})

/** With what is known of the rows now; the same if nothing changed. */
export function refreshed<Row extends Ordered>(held: Held<Row>, rows: readonly Row[]): Held<Row> {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const now = held.rows.map((row) => byKey.get(row.key) ?? row)
  return now.every((row, at) => row === held.rows[at]) ? held : { ...held, rows: now }
}

/**
 * Rows in the order that is held, so that nothing moves under the pointer: they change in their places, stay although they
 * are gone, and new ones wait. Older rows, which are loaded meanwhile, follow.
 */
export function inOrder<Row extends Ordered>(
  rows: readonly Row[],
  held: Held<Row> | undefined,
): { readonly rows: readonly Row[]; readonly waiting: readonly Row[] } {
  if (!held) return { rows, waiting: [] }
  const kept = refreshed(held, rows).rows
  const known = new Set(kept.map(({ key }) => key))
  const older = rows.filter(({ key, id }) => !known.has(key) && id < held.topId)
  return { rows: [...kept, ...older], waiting: rows.filter(({ id }) => id > held.topId) }
}
