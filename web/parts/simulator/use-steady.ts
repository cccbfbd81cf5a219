import { useState } from 'react'

/** Keeps rows in their places while the pointer is over them. What they say stays up to date; new ones wait. */
export function useSteady<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [held, setHeld] = useState<readonly string[]>()
  const found = new Map(rows?.map((row) => [keyOf(row), row]))
  return {
    rows: rows && held ? held.flatMap((key) => found.get(key) ?? []) : rows,
    pointer: {
      onPointerEnter: () => setHeld(rows?.map(keyOf)),
      onPointerLeave: () => setHeld(undefined),
    },
  }
}
