import { ChipsField, type ChipMark } from '../../ui/form/chips-field.tsx'
import { messageWords } from '../../words/words.ts'
import { mayBePhone, recipientsIn, recipientsMax, withRecipients } from './recipients.ts'

const words = messageWords.composer

interface RecipientFieldProps {
  readonly value: readonly string[]
  readonly onChange: (entries: readonly string[]) => void
  /** Those that the server has refused. */
  readonly refused: ReadonlySet<string>
  /** Those that sent STOP. */
  readonly optedOut: ReadonlySet<string>
}

/** What keeps a text from being sent to these, said at their field. */
export function problemWith(entries: readonly string[], refused: ReadonlySet<string>): string | undefined {
  const invalid = entries.filter((entry) => !mayBePhone(entry) || refused.has(entry))
  if (invalid.length > 0) return words.invalid(invalid)
  if (entries.length > recipientsMax) return words.tooMany(entries.length, recipientsMax)
  return undefined
}

const isComplete = (typed: string): boolean => /[,;]/.test(typed)

/** Phone numbers as chips, typed or pasted. */
export function RecipientField({ value, onChange, refused, optedOut }: RecipientFieldProps) {
  const markOf = (entry: string): ChipMark | undefined => {
    if (!mayBePhone(entry)) return { kind: 'invalid', what: words.notAPhone }
    if (refused.has(entry)) return { kind: 'invalid', what: words.notTextable }
    if (optedOut.has(entry)) return { kind: 'warning', what: words.sentStop }
    return undefined
  }
  const stopped = value.filter((entry) => optedOut.has(entry)).length
  return (
    <ChipsField
      label={words.to}
      listLabel={words.added}
      help={
        <>
          {words.toHelp(recipientsMax)} {value.length > 0 && words.recipients(value.length, recipientsMax)}{' '}
          {stopped > 0 && words.optedOut(stopped)}
        </>
      }
      error={problemWith(value, refused)}
      value={value}
      onChange={onChange}
      entriesIn={recipientsIn}
      isComplete={isComplete}
      merge={withRecipients}
      markOf={markOf}
      inputMode="tel"
    />
  )
}
