import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { shareWords as words } from '../../words/words.ts'
import { addressesIn, isAddress, withAddresses } from './addresses.ts'

export interface AddressFieldProps {
  readonly value: readonly string[]
  readonly onChange: (addresses: readonly string[]) => void
}

/** What typing, pasting, and keys do in a field of addresses. */
export function useAddresses({ value, onChange }: AddressFieldProps) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const add = (typed: string) => {
    onChange(withAddresses(value, addressesIn(typed)))
    setText('')
    requestAnimationFrame(() => {
      if (document.activeElement === input.current) input.current?.scrollIntoView({ block: 'nearest' })
    })
  }
  const type = (typed: string) => {
    if (/[,;]/.test(typed) || (/\s$/.test(typed) && isAddress(typed.trim()))) add(typed)
    else setText(typed)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (addressesIn(pasted).length < 2 && !/[<,;\n]/.test(pasted)) return
    event.preventDefault()
    add(text + pasted)
  }
  const remove = (address: string) => {
    onChange(value.filter((each) => each !== address))
    setSaid(words.removed(address))
  }
  const edit = (address: string) => {
    const others = value.filter((each) => each !== address)
    onChange(withAddresses(others, addressesIn(text)))
    setText(address)
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
  const pressOnChip = (event: KeyboardEvent, address: string, index: number) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: value.length }[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') {
      // Before it goes, so that the focus is never lost.
      const isLast = index === value.length - 1
      focusAt(index === 0 || (event.key === 'Delete' && !isLast) ? index + 1 : index - 1)
      remove(address)
    } else if (to === undefined) return
    else focusAt(to)
    event.preventDefault()
  }
  return { text, said, box, input, add, type, paste, remove, edit, pressInInput, pressOnChip }
}
