import { useState } from 'react'
import { follow, nothing, type Selection } from './selection.ts'

export interface Selecting {
  readonly selection: Selection
  readonly select: (change: (now: Selection) => Selection) => void
}

/** A selection that follows its list. `first` has the keyboard at the beginning. */
export function useSelection(ids: readonly string[], first: string | undefined): Selecting {
  const [selection, select] = useState<Selection>({ ...nothing, active: first })
  const [shown, setShown] = useState(ids)
  if (shown !== ids) {
    setShown(ids)
    select(follow(selection, shown, ids))
  }
  return { selection, select }
}
