import { useState } from 'react'

/** Whether the person asked for a code on this page. That ends with the dialog, also when *Back* closes it. */
export function useBegins(isOpen: boolean, atFirst = false): readonly [begins: boolean, begin: () => void] {
  const [begins, setBegins] = useState(atFirst)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (!isOpen) setBegins(false)
  }
  return [begins, () => setBegins(true)]
}
