import { Field as Base } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import styles from './choice.module.css'
import { FieldMessages, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'

interface SwitchProps extends FieldProps {
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly onChange?: (checked: boolean) => void
}

/** On or off. Outside of a form it takes effect at once. */
export function Switch({ label, name, help, error, checked, defaultChecked, onChange }: SwitchProps) {
  return (
    <Base.Root name={name} invalid={error !== undefined} className={fieldStyles.field}>
      <Base.Label className={styles.choice}>
        <BaseSwitch.Root
          className={styles.switch}
          {...(checked !== undefined && { checked })}
          {...(defaultChecked !== undefined && { defaultChecked })}
          {...(onChange && { onCheckedChange: onChange })}
        >
          <BaseSwitch.Thumb className={styles.thumb} />
        </BaseSwitch.Root>
        <span>{label}</span>
      </Base.Label>
      <FieldMessages help={help} error={error} />
    </Base.Root>
  )
}
