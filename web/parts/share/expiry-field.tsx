import { Select, type Option } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useNow } from '../../ui/now.ts'
import { grammar, shareWords as words } from '../../words/words.ts'
import type { Draft, Edits, SharedItem } from './draft.ts'
import { presets, proposedTime, type Expiry } from './expiry.ts'
import styles from './share.module.css'

interface ExpiryFieldProps {
  readonly item: SharedItem
  readonly draft: Draft
  readonly onEdit: (edits: Edits) => void
}

const optionOf = (value: Exclude<Expiry, 'kept'>): Option<Expiry> => ({ value, label: words.expiry[value] })

function optionsFor({ share_expires_at: at }: SharedItem): readonly Option<Expiry>[] {
  const kept: Option<Expiry> | undefined =
    at === null ? undefined : { value: 'kept', label: grammar.minuteTime(new Date(at)) }
  return [...(kept ? [kept] : []), optionOf('never'), ...presets.map(optionOf), optionOf('date')]
}

/** What keeps a date from being saved, said at its field. */
export function problemWithDate(date: string, now: Date): string | undefined {
  if (date === '') return words.noDate
  return new Date(date) <= now ? words.past : undefined
}

export function ExpiryField({ item, draft: { expiry, date }, onEdit }: ExpiryFieldProps) {
  const now = useNow()
  const isDate = expiry === 'date'
  const choose = (chosen: Expiry) =>
    onEdit({ expiry: chosen, ...(chosen === 'date' && { date: proposedTime(now) }) })
  return (
    <div className={styles.expiry}>
      <Select
        label={words.expires}
        {...(!isDate && { name: 'expires_at' })}
        value={expiry}
        onChange={choose}
        options={optionsFor(item)}
      />
      {isDate && (
        <TextInput
          label={words.expiresOn}
          name="expires_at"
          type="datetime-local"
          max="9998-12-31T23:59"
          value={date}
          onChange={(typed) => onEdit({ date: typed })}
          error={problemWithDate(date, now)}
        />
      )}
    </div>
  )
}
