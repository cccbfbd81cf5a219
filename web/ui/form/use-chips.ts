import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { uiWords } from '../../words/words.ts'

export interface ChipKind {
  /** Those in typed or pasted text. */
  readonly entriesIn: (text: string) => readonly string[]
  /** Whether what is typed so far becomes chips without Enter. */
  readonly isComplete: (typed: string) => boolean
  /** The list with new entries, each once. */
  readonly merge: (list: readonly string[], added: readonly string[]) => readonly string[]
}

interface ChipsOptions extends ChipKind {
  readonly value: readonly string[]
  readonly onChange: (entries: readonly string[]) => void
}

/** What typing, pasting, and keys do in a field of chips. */
export function useChips({ value, onChange, entriesIn, isComplete, merge }: ChipsOptions) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [duplicates, setDuplicates] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const add = (typed: string) => {
    const entries = entriesIn(typed)
    const next = merge(value, entries)
    const known = value.length + entries.length - next.length
    setDuplicates(known)
    setSaid(known > 0 ? uiWords.duplicates(known) : '')
    onChange(next)
    setText('')
    requestAnimationFrame(() => {
      if (document.activeElement === input.current) input.current?.scrollIntoView({ block: 'nearest' })
    })
  }
  const type = (typed: string) => {
    if (isComplete(typed)) add(typed)
    else setText(typed)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (entriesIn(pasted).length < 2 && !/[<,;\n]/.test(pasted)) return
    event.preventDefault()
    add(text + pasted)
  }
  const remove = (entry: string) => {
    onChange(value.filter((each) => each !== entry))
    setSaid(uiWords.removed(entry))
  }
  const edit = (entry: string) => {
    const others = value.filter((each) => each !== entry)
    onChange(merge(others, entriesIn(text)))
    setText(entry)
    input.current?.focus()
  }
  /** The input follows the last chip. */
  const focusAt = (index: number) => {
    const chips = box.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? []
    const chip = chips[Math.max(0, index)] ?? input.current
    chip?.focus()
  }
  const pressInInput = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const last = value.at(-1)
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add(text)
    } else if (last !== undefined && selectionStart === 0 && selectionEnd === 0) {
      if (event.key === 'ArrowLeft') focusAt(value.length - 1)
      else if (event.key === 'Backspace' && text === '') remove(last)
    }
  }
  const pressOnChip = (event: KeyboardEvent, entry: string, index: number) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: value.length }[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') {
      // Before it goes, so that the focus is never lost.
      const isLast = index === value.length - 1
      focusAt(index === 0 || (event.key === 'Delete' && !isLast) ? index + 1 : index - 1)
      remove(entry)
    } else if (to === undefined) return
    else focusAt(to)
    event.preventDefault()
  }
  return { text, said, duplicates, box, input, add, type, paste, remove, edit, pressInInput, pressOnChip }
}
