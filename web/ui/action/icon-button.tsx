import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './button.module.css'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly icon: IconName
  /** Its accessible name and tooltip. */
  readonly label: string
  readonly small?: boolean
}

/** A button with an icon only. */
export function IconButton({ icon, label, small = false, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={`${styles.icon} ${small ? styles.small : ''}`}
      >
        <Icon name={icon} size={small ? 16 : 18} />
      </button>
    </Tooltip>
  )
}
