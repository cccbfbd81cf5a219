import { CheckboxGroup as BaseGroup } from '@base-ui/react/checkbox-group'
import { Field as Base } from '@base-ui/react/field'
import { Fieldset } from '@base-ui/react/fieldset'
import { CheckboxBox } from './checkbox.tsx'
import styles from './choice.module.css'
import { FieldMessages, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'
import type { Option } from './select.tsx'

interface CheckboxGroupProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[]
  readonly value: readonly Value[]
  readonly onChange: (value: readonly Value[]) => void
  /** Options are identifiers, such as scopes and events. */
  readonly code?: boolean
}

/** Any number of options. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, name, help, error, options, value, onChange, code = false } = props
  const change = (chosen: readonly string[]) => {
    onChange(options.map((option) => option.value).filter((option) => chosen.includes(option)))
  }
  return (
    <Base.Root name={name} invalid={error !== undefined} className={fieldStyles.field}>
      <Fieldset.Root render={<BaseGroup value={[...value]} onValueChange={change} />}>
        <Fieldset.Legend className={fieldStyles.label}>{label}</Fieldset.Legend>
        <div className={`${styles.group} ${code ? styles.columns : ''}`}>
          {options.map((option) => (
            <Base.Item key={option.value}>
              <Base.Label className={styles.choice}>
                <CheckboxBox value={option.value} />
                <span className={code ? styles.code : undefined}>{option.label}</span>
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
