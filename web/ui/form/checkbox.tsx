import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as Base } from '@base-ui/react/field'
import { Icon } from '../icon.tsx'
import styles from './choice.module.css'
import { FieldMessages, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'

/** The box alone; the label around it names it. */
export function CheckboxBox(props: Omit<BaseCheckbox.Root.Props, 'className'>) {
  return (
    <BaseCheckbox.Root {...props} className={styles.box}>
      <BaseCheckbox.Indicator>
        <Icon name="check" size={16} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
}

interface CheckboxProps extends FieldProps {
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly onChange?: (checked: boolean) => void
}

/** One yes or no that takes effect when the form is sent. */
export function Checkbox({ label, name, help, error, checked, defaultChecked, onChange }: CheckboxProps) {
  return (
    <Base.Root name={name} invalid={error !== undefined} className={fieldStyles.field}>
      <Base.Label className={styles.choice}>
        <CheckboxBox
          {...(checked !== undefined && { checked })}
          {...(defaultChecked !== undefined && { defaultChecked })}
          {...(onChange && { onCheckedChange: onChange })}
        />
        <span>{label}</span>
      </Base.Label>
      <FieldMessages help={help} error={error} />
    </Base.Root>
  )
}
