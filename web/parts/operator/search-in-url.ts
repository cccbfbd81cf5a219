import { useEffect, useRef, useState } from 'react'

const pauseMs = 250

/** The text of a search box. `onSearch` gets it when the typing pauses. */
export function useSearchText(
  found: string | undefined,
  onSearch: (text: string | undefined) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(found ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    const wanted = typed.trim()
    timer.current = setTimeout(() => onSearch(wanted === '' ? undefined : wanted), pauseMs)
  }
  return [text, type]
}
