import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { Field } from './field.tsx'
import styles from './chips-field.module.css'
import { useChips, type ChipKind } from './use-chips.ts'

/** What is to be known about an entry before the form is sent. */
export interface ChipMark {
  readonly kind: 'invalid' | 'warning'
  readonly what: string
}

interface ChipsFieldProps extends ChipKind {
  readonly label: string
  readonly name?: string
  readonly help: ReactNode
  readonly error?: string | undefined
  /** Names the list of chips. */
  readonly listLabel: string
  readonly value: readonly string[]
  readonly onChange: (entries: readonly string[]) => void
  readonly markOf: (entry: string) => ChipMark | undefined
  readonly inputMode: ComponentProps<'input'>['inputMode']
}

/** Several entries as chips, typed or pasted. None is dropped; those that are not valid are marked. */
export function ChipsField(props: ChipsFieldProps) {
  const { label, name, help, error, listLabel, value, markOf, inputMode } = props
  const chips = useChips(props)
  const { text, said, duplicates, box, input, add, type, paste, remove, edit, pressInInput, pressOnChip } =
    chips
  return (
    <Field
      label={label}
      name={name}
      error={error}
      help={
        <>
          {help} {duplicates > 0 && uiWords.duplicates(duplicates)}
        </>
      }
    >
      <div className={styles.box} ref={box}>
        {value.length > 0 && (
          <ul aria-label={listLabel} className={styles.chips}>
            {value.map((entry, index) => (
              <Chip
                key={entry}
                entry={entry}
                mark={markOf(entry)}
                onPress={(event) => pressOnChip(event, entry, index)}
                onEdit={() => edit(entry)}
                onRemove={() => {
                  remove(entry)
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
          inputMode={inputMode}
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
  readonly entry: string
  readonly mark: ChipMark | undefined
  readonly onPress: (event: KeyboardEvent) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Outside the tab order: the arrow keys lead to it. */
function Chip({ entry, mark, onPress, onEdit, onRemove }: ChipProps) {
  return (
    <li className={`${styles.chip} ${mark ? (styles[mark.kind] ?? '') : ''}`} title={mark?.what}>
      <button
        type="button"
        tabIndex={-1}
        data-chip
        aria-label={uiWords.edit(mark ? `${entry}, ${mark.what}` : entry)}
        className={styles.entry}
        onKeyDown={onPress}
        onClick={onEdit}
      >
        {mark && <Icon name="alert" size={16} />}
        <span>{entry}</span>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={uiWords.remove(entry)}
        className={styles.remove}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
