import { Field as Base } from '@base-ui/react/field'
import type { KeyboardEvent } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shareWords as words } from '../../words/words.ts'
import { addressesMax, isAddress } from './addresses.ts'
import { useAddresses, type AddressFieldProps } from './use-addresses.ts'
import styles from './address-field.module.css'

/** What keeps addresses from being saved, said at their field. */
export function problemWith(addresses: readonly string[]): string | undefined {
  const invalid = addresses.filter((address) => !isAddress(address))
  if (invalid.length > 0) return words.invalid(invalid)
  if (addresses.length > addressesMax) return words.tooMany(addresses.length, addressesMax)
  return undefined
}

/** E-mail addresses as chips, typed or pasted. Those that are not valid are marked. */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const { text, said, box, input, add, type, paste, remove, edit, pressInInput, pressOnChip } = useAddresses({
    value,
    onChange,
  })
  const count = value.length > 0 && words.addresses(value.length, addressesMax)
  return (
    <Field
      label={words.emails}
      name="emails"
      error={problemWith(value)}
      help={
        <>
          {words.emailsHelp} {count}
        </>
      }
    >
      <div className={styles.box} ref={box}>
        {value.length > 0 && (
          <ul aria-label={words.added} className={styles.chips}>
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
