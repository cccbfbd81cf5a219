import { useEffect, useState } from 'react'

const pauseMs = 250

/** The text of a search box. `onSearch` gets it when the typing pauses. */
export function useSearchText(
  found: string | undefined,
  onSearch: (text: string | undefined) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(found ?? '')
  const wanted = text.trim() === '' ? undefined : text.trim()
  useEffect(() => {
    if (wanted === found) return undefined
    const timer = setTimeout(() => onSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
    // The callback changes with every render; only the text counts.
  }, [wanted])
  return [text, setText]
}
