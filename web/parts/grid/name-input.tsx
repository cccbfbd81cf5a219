import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { toast } from '../../ui/toasts/toast.ts'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import styles from './name-input.module.css'

interface NameInputProps {
  readonly item: Item
  readonly onSave: (item: Item, name: string) => Promise<void>
  /** `focus`: by the keyboard, which then goes on in the list. */
  readonly onDone: (focus: boolean) => void
}

/** How much of a name is its stem: `report` of `report.pdf`. */
const stemLength = ({ type, name, extension }: Item): number =>
  type === 'file' && extension !== '' ? name.length - extension.length - 1 : name.length

/** A name being changed in its place. Enter saves, Esc leaves it as it is. */
export function NameInput({ item, onSave, onDone }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const isOver = useRef(false)
  // Once: the item may change meanwhile.
  const begin = useEffectEvent(() => {
    input.current?.focus()
    input.current?.setSelectionRange(0, stemLength(item))
  })
  useEffect(() => begin(), [])
  const end = (focus: boolean) => {
    isOver.current = true
    onDone(focus)
  }
  const save = async (focus: boolean) => {
    const name = input.current?.value.trim() ?? ''
    if (isOver.current || busy) return
    if (name === '' || name === item.name) return end(focus)
    setBusy(true)
    try {
      await onSave(item, name)
      end(focus)
    } catch (error) {
      toast.fail(error)
      setBusy(false)
      input.current?.focus()
    }
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') void save(true)
    else if (event.key === 'Escape') end(true)
  }
  return (
    <input
      ref={input}
      type="text"
      aria-label={filesWords.browser.name}
      defaultValue={item.name}
      readOnly={busy}
      autoComplete="off"
      spellCheck={false}
      className={styles.input}
      onKeyDown={press}
      onBlur={() => void save(false)}
    />
  )
}
