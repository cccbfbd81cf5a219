import { ChipsField } from '../../ui/form/chips-field.tsx'
import { shareWords as words } from '../../words/words.ts'
import { addressesIn, addressesMax, isAddress, withAddresses } from './addresses.ts'

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

const isComplete = (typed: string): boolean =>
  /[,;]/.test(typed) || (/\s$/.test(typed) && isAddress(typed.trim()))

/** E-mail addresses as chips, typed or pasted. Those that are not valid are marked. */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const count = value.length > 0 && words.addresses(value.length, addressesMax)
  return (
    <ChipsField
      label={words.emails}
      name="emails"
      listLabel={words.added}
      error={problemWith(value)}
      help={
        <>
          {words.emailsHelp} {count}
        </>
      }
      value={value}
      onChange={onChange}
      entriesIn={addressesIn}
      isComplete={isComplete}
      merge={withAddresses}
      markOf={(address) => (isAddress(address) ? undefined : { kind: 'invalid', what: words.notAnAddress })}
      inputMode="email"
    />
  )
}
