import { Field as Base } from '@base-ui/react/field'
import { Fieldset } from '@base-ui/react/fieldset'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group'
import styles from './choice.module.css'
import { FieldMessages, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'
import type { Option } from './select.tsx'

interface RadioGroupProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[]
  readonly value?: Value
  readonly defaultValue?: Value
  readonly onChange?: (value: Value) => void
  /** Side by side instead of one below the other. */
  readonly inline?: boolean
}

/** One of a few options, all visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, help, error, options, value, defaultValue, onChange, inline = false } = props
  return (
    <Base.Root name={name} invalid={error !== undefined} className={fieldStyles.field}>
      <Fieldset.Root
        render={
          <BaseGroup<Value>
            {...(value !== undefined && { value })}
            {...(defaultValue !== undefined && { defaultValue })}
            {...(onChange && { onValueChange: onChange })}
          />
        }
      >
        <Fieldset.Legend className={fieldStyles.label}>{label}</Fieldset.Legend>
        <div className={`${styles.group} ${inline ? styles.inline : ''}`}>
          {options.map((option) => (
            <Base.Item key={option.value}>
              <Base.Label className={styles.choice}>
                <Radio.Root value={option.value} className={styles.dot} />
                <span>{option.label}</span>
              </Base.Label>
              {option.note !== undefined && (
                <Base.Description className={styles.note}>{option.note}</Base.Description>
              )}
            </Base.Item>
          ))}
        </div>
      </Fieldset.Root>
      <FieldMessages help={help} error={error} />
    </Base.Root>
  )
}
