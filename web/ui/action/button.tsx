import { useId, type ComponentProps, type MouseEvent } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './button.module.css'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  /** `filled` once a view; `danger` only in the confirming dialog. */
  readonly kind?: 'filled' | 'quiet' | 'danger' | undefined
  readonly icon?: IconName | undefined
  /** Why this is not possible now. The button stays focusable and tells it. */
  readonly disabledReason?: string | undefined
  /** The action runs: further clicks do nothing. */
  readonly busy?: boolean | undefined
}

export const buttonClass = (kind: ButtonProps['kind'] = 'quiet'): string =>
  `${styles.button} ${styles[kind] ?? ''}`

/** A button that does something on this page. Use LinkButton to go to another one. */
export function Button({ kind, icon, disabledReason, busy, children, onClick, ...rest }: ButtonProps) {
  const reasonId = useId()
  const blocked = disabledReason !== undefined || busy === true
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      type="button"
      {...rest}
      className={buttonClass(kind)}
      onClick={click}
      {...(blocked && { 'aria-disabled': true })}
      {...(busy && { 'aria-busy': true })}
      {...(disabledReason !== undefined && { 'aria-describedby': reasonId })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      <span id={reasonId} hidden>
        {disabledReason}
      </span>
    </>
  )
}
