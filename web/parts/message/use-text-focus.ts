import { useEffect, useState, type RefObject } from 'react'

const textAt = (target: Element): number | undefined => {
  const id = target.closest<HTMLElement>('[data-text]')?.dataset['text']
  return id === undefined ? undefined : Number(id)
}

/** From the buttons of a text to those of the one above or below. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const article = (event.target as Element).closest('article')
  if (step === undefined || !article) return
  const articles = [...(event.currentTarget as Element).querySelectorAll('article')]
  const next = articles[articles.indexOf(article) + step]
  const button = [...(next?.querySelectorAll('button') ?? [])].at(-1)
  if (!button) return
  event.preventDefault()
  button.focus()
}

/** The ID of the text whose buttons have or had the focus. Only they are in the tab order; arrow keys lead to the others. */
export function useTextFocus(box: RefObject<HTMLElement | null>): number | undefined {
  const [current, setCurrent] = useState<number>()
  useEffect(() => {
    const { current: element } = box
    const focus = ({ target }: FocusEvent) => setCurrent((now) => textAt(target as Element) ?? now)
    element?.addEventListener('keydown', moveFocus)
    element?.addEventListener('focusin', focus)
    return () => {
      element?.removeEventListener('keydown', moveFocus)
      element?.removeEventListener('focusin', focus)
    }
  }, [box])
  return current
}
