import { deferred } from '../deferred.tsx'
import { Icon } from '../icon.tsx'
import fieldStyles from './field.module.css'
import type { Option, SelectProps } from './select-parts.tsx'
import styles from './select.module.css'

export type { Option } from './select-parts.tsx'

/** What the closed select looks like. */
function Waiting<Value extends string>({
  label,
  help,
  options,
  compact = false,
  ...chosen
}: SelectProps<Value>) {
  const value = chosen.value ?? chosen.defaultValue
  return (
    <div className={fieldStyles.field}>
      {!compact && <span className={fieldStyles.label}>{label}</span>}
      <button
        type="button"
        disabled
        className={`${fieldStyles.control} ${styles.trigger} ${compact ? styles.compact : ''}`}
      >
        {compact && <span className={styles.lead}>{label}</span>}
        <span className={styles.value}>{labelOf(options, value)}</span>
        <Icon name="updown" size={16} />
      </button>
      {help !== undefined && <p className={fieldStyles.help}>{help}</p>}
    </div>
  )
}

/** Components lose their type parameter here. */
const Parts = deferred<SelectProps<string>>(async () => (await import('./select-parts.tsx')).Select, Waiting)

/** A choice from a list, as a combobox with the label as its name. */
export const Select = <Value extends string>(props: SelectProps<Value>) => (
  <Parts {...(props as unknown as SelectProps<string>)} />
)

const labelOf = <Value extends string>(options: readonly Option<Value>[], value: Value | undefined) =>
  options.find((option) => option.value === value)?.label
