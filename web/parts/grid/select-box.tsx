import { Icon } from '../../ui/icon.tsx'
import styles from './select-box.module.css'

interface SelectBoxProps {
  readonly label: string
  readonly checked: boolean
  readonly mixed?: boolean
  /** Without it, what is around the box listens. */
  readonly onChange?: () => void
  readonly inTabOrder?: boolean
}

const ignore = () => undefined

/** A checkbox as light as rows of a long list need. */
export function SelectBox({
  label,
  checked,
  mixed = false,
  onChange = ignore,
  inTabOrder = false,
}: SelectBoxProps) {
  return (
    <span className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        {...(!inTabOrder && { tabIndex: -1 })}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
      />
      <Icon name={mixed ? 'minus' : 'check'} size={16} />
    </span>
  )
}
