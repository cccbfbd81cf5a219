/** Newest first, and where older rows begin. */
export interface Grown<Row> {
  readonly rows: readonly Row[]
  /** null: this is the oldest page. */
  readonly next: number | null
}

/** What a list needs to know of its rows. */
export interface RowKind<Row> {
  /** Falls from row to row. */
  readonly idOf: (row: Row) => number
  readonly keyOf: (row: Row) => string | number
  /** False: it may change although it is old. */
  readonly isSettled: (row: Row) => boolean
}

/** Whether what was fetched from the top reaches everything that may have changed. */
export function reaches<Row>(
  known: Grown<Row> | undefined,
  fetched: Grown<Row>,
  { idOf, isSettled }: RowKind<Row>,
): boolean {
  const last = fetched.rows.at(-1)
  const newest = known?.rows[0]
  if (last === undefined || newest === undefined || fetched.next === null) return true
  const open = known?.rows.findLast((row) => !isSettled(row)) ?? newest
  return idOf(last) <= idOf(open) && idOf(last) <= idOf(newest)
}

/** The list after its top was fetched again. Older rows stay, unless rows between are missing. */
export function renewed<Row>(
  known: Grown<Row> | undefined,
  fetched: Grown<Row>,
  { idOf, keyOf }: RowKind<Row>,
): Grown<Row> {
  const last = fetched.rows.at(-1)
  const newest = known?.rows[0]
  if (!known || last === undefined || newest === undefined || fetched.next === null) return fetched
  const end = idOf(last)
  if (idOf(newest) < end) return fetched
  const before = new Map(known.rows.map((row) => [keyOf(row), row]))
  const top = fetched.rows.map((row) => same(before.get(keyOf(row)), row))
  const keys = new Set(top.map(keyOf))
  const older = known.rows.filter((row) => idOf(row) < end && !keys.has(keyOf(row)))
  return { rows: [...top, ...older], next: older.length > 0 ? known.next : fetched.next }
}

/** The row as it was if nothing changed, so that it need not be rendered again. */
const same = <Row>(was: Row | undefined, is: Row): Row =>
  was !== undefined && JSON.stringify(was) === JSON.stringify(is) ? was : is

/** With the next page of older rows. */
export function grown<Row>(known: Grown<Row>, page: Grown<Row>, { keyOf }: RowKind<Row>): Grown<Row> {
  const keys = new Set(known.rows.map(keyOf))
  return { rows: [...known.rows, ...page.rows.filter((row) => !keys.has(keyOf(row)))], next: page.next }
}

/** With a row that is newer than all, or a newer state of one. */
export function withRow<Row>(known: Grown<Row>, row: Row, { keyOf, idOf }: RowKind<Row>): Grown<Row> {
  const key = keyOf(row)
  const rows = known.rows.some((each) => keyOf(each) === key)
    ? known.rows.map((each) => (keyOf(each) === key ? row : each))
    : [row, ...known.rows].toSorted((one, other) => idOf(other) - idOf(one))
  return { ...known, rows }
}
