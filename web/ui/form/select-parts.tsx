import { Field as Base } from '@base-ui/react/field'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Icon } from '../icon.tsx'
import { FieldMessages, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './select.module.css'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A second line in the list. */
  readonly note?: string
}

export interface SelectProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[]
  readonly value?: Value
  readonly defaultValue?: Value
  readonly onChange?: (value: Value) => void
  /** In rows of filters: the label is inside the button, before the value. */
  readonly compact?: boolean
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, name, help, error, options, value, defaultValue, onChange, compact = false } = props
  return (
    <Base.Root name={name} invalid={error !== undefined} className={fieldStyles.field}>
      <BaseSelect.Root
        items={options}
        modal={false}
        {...(value !== undefined && { value })}
        {...(defaultValue !== undefined && { defaultValue })}
        onValueChange={(chosen) => {
          if (chosen !== null) onChange?.(chosen)
        }}
      >
        <BaseSelect.Label className={compact ? 'visually-hidden' : fieldStyles.label}>
          {label}
        </BaseSelect.Label>
        <BaseSelect.Trigger
          className={`${fieldStyles.control} ${styles.trigger} ${compact ? styles.compact : ''}`}
        >
          {compact && <span className={styles.lead}>{label}</span>}
          <BaseSelect.Value className={styles.value} />
          <Icon name="updown" size={16} />
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner
            className={styles.positioner}
            alignItemWithTrigger={false}
            sideOffset={4}
            collisionPadding={8}
          >
            <BaseSelect.Popup className={styles.popup}>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={styles.option}>
                  <span className={styles.tick}>
                    <BaseSelect.ItemIndicator>
                      <Icon name="check" />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <span>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
                  </span>
                </BaseSelect.Item>
              ))}
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
      <FieldMessages help={help} error={error} />
    </Base.Root>
  )
}
