interface Place {
  /** -1: nowhere yet. */
  readonly index: number
  readonly count: number
  /** 1 in a list. */
  readonly columns: number
  /** Rows that fit into the window. */
  readonly page: number
}

type Move = (place: Place) => number

const within = (index: number, { count }: Place): number => Math.max(0, Math.min(index, count - 1))

const moves: Readonly<Record<string, Move>> = {
  ArrowDown: (place) => place.index + place.columns,
  ArrowUp: ({ index, columns }) => index - columns,
  ArrowRight: ({ index }) => index + 1,
  ArrowLeft: ({ index }) => index - 1,
  PageDown: ({ index, columns, page }) => index + page * columns,
  PageUp: ({ index, columns, page }) => index - page * columns,
  Home: () => 0,
  End: ({ count }) => count - 1,
}

/** Where a key leads from there. Undefined: the key does not move. */
export function moveOf(key: string, place: Place): number | undefined {
  const { index, count, columns } = place
  const move = moves[key]
  if (!move || count === 0) return undefined
  if (columns === 1 && (key === 'ArrowRight' || key === 'ArrowLeft')) return undefined
  if (index < 0) return key === 'End' ? count - 1 : 0
  const next = move(place)
  // In the first row, up stays. In the last one, down stays, but a shorter row below is reached at its end.
  if (key === 'ArrowUp' && next < 0) return index
  if (key === 'ArrowDown' && next >= count)
    return Math.floor(index / columns) === Math.floor((count - 1) / columns) ? index : count - 1
  return within(next, place)
}
