import { Field as Base } from '@base-ui/react/field'
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shareWords as words } from '../../words/words.ts'
import { addressesIn, addressesMax, isAddress, withAddresses } from './addresses.ts'
import styles from './address-field.module.css'

interface AddressFieldProps {
  readonly value: readonly string[]
  readonly onChange: (addresses: readonly string[]) => void
}

/** What keeps addresses from being saved, said at their field. */
export function problemWith(addresses: readonly string[]): string | undefined {
  const invalid = addresses.filter((address) => !isAddress(address))
  if (invalid.length > 0) return words.invalid(invalid)
  if (addresses.length > addressesMax) return words.tooMany(addresses.length, addressesMax)
  return undefined
}

/** E-mail addresses as chips, typed or pasted. Those that are not valid are marked. */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  // What was added last is below, beside the input.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) box.current?.scrollTo(0, box.current.scrollHeight)
  }, [value.length])

  const add = (typed: string) => {
    onChange(withAddresses(value, addressesIn(typed)))
    setText('')
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
      focusAt(
        event.key === 'Delete' && index < value.length - 1 ? index + 1 : index > 0 ? index - 1 : value.length,
      )
      remove(address)
    } else if (to === undefined) return
    else focusAt(to)
    event.preventDefault()
  }
  return (
    <Field
      label={words.emails}
      name="emails"
      error={problemWith(value)}
      help={
        <>
          {words.emailsHelp} {value.length > 0 && words.addresses(value.length, addressesMax)}
        </>
      }
    >
      <div className={styles.box} ref={box}>
        {value.length > 0 && (
          <ul role="list" aria-label={words.added} className={styles.chips}>
            {value.map((address, index) => (
              <Chip
                key={address}
                address={address}
                onPress={(event) => pressOnChip(event, address, index)}
                onEdit={() => edit(address)}
                onRemove={() => {
                  remove(address)
                  input.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
        <Base.Control
          ref={input}
          value={text}
          onValueChange={type}
          onKeyDown={pressInInput}
          onPaste={paste}
          onBlur={() => text.trim() !== '' && add(text)}
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
        />
      </div>
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </Field>
  )
}

interface ChipProps {
  readonly address: string
  readonly onPress: (event: KeyboardEvent) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Outside the tab order: the arrow keys lead to it. */
function Chip({ address, onPress, onEdit, onRemove }: ChipProps) {
  const valid = isAddress(address)
  return (
    <li className={`${styles.chip} ${valid ? '' : styles.invalid}`}>
      <button
        type="button"
        tabIndex={-1}
        data-chip
        aria-label={valid ? words.edit(address) : words.editInvalid(address)}
        className={styles.address}
        onKeyDown={onPress}
        onClick={onEdit}
      >
        {!valid && <Icon name="alert" size={16} />}
        <span>{address}</span>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.remove(address)}
        className={styles.remove}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
