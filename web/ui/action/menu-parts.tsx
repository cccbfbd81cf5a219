import { Menu as Base } from '@base-ui/react/menu'
import { useId, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<{ disabled?: boolean }>
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

export function Menu({ trigger, align = 'start', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** In the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface MenuAtProps {
  /** Undefined: closed. */
  readonly at: Point | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A menu at a point, such as that of a right click. */
export function MenuAt({ at, onClose, children }: MenuAtProps) {
  const [last, setLast] = useState(at)
  if (at && at !== last) setLast(at)
  const anchor = { getBoundingClientRect: () => new DOMRect(last?.x, last?.y, 0, 0) }
  return (
    <Base.Root open={at !== undefined} onOpenChange={(open) => !open && onClose()} modal={false}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionPadding={8}
        >
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  readonly icon?: IconName
  readonly onSelect: () => void
  /** Why this is not possible now. */
  readonly disabledReason?: string | undefined
  readonly children: string
}

export function MenuItem({ icon, onSelect, disabledReason, children }: MenuItemProps) {
  const reasonId = useId()
  const blocked = disabledReason !== undefined
  return (
    <Base.Item
      className={styles.item}
      label={children}
      closeOnClick={!blocked}
      onClick={blocked ? undefined : onSelect}
      {...(blocked && { 'aria-disabled': true, 'aria-describedby': reasonId })}
    >
      {icon && <Icon name={icon} />}
      <span>
        {children}
        {blocked && (
          <span id={reasonId} className={styles.reason} aria-hidden="true">
            {disabledReason}
          </span>
        )}
      </span>
    </Base.Item>
  )
}

export interface MenuAnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  readonly icon?: IconName
  /** For links of which one is the current: whether it is this. */
  readonly current?: boolean
}

export function MenuAnchor({ icon, current, children, ...rest }: MenuAnchorProps) {
  return (
    <Base.LinkItem {...rest} closeOnClick className={styles.item} {...(current && { 'aria-current': true })}>
      {icon && <Icon name={icon} />}
      {current !== undefined && <span className={styles.tick}>{current && <Icon name="check" />}</span>}
      <span>{children}</span>
    </Base.LinkItem>
  )
}

export interface MenuRadioProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice within a menu, under a heading. */
export function MenuRadio<Value extends string>({ label, value, options, onChange }: MenuRadioProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <div className={styles.heading} aria-hidden="true">
        {label}
      </div>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={styles.item}>
          <span className={styles.tick}>
            <Base.RadioItemIndicator>
              <Icon name="check" />
            </Base.RadioItemIndicator>
          </span>
          <span>{option.label}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export interface SubmenuProps {
  readonly icon?: IconName
  readonly label: string
  readonly children: ReactNode
}

/** A menu item that opens a further menu. */
export function Submenu({ icon, label, children }: SubmenuProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item} label={label}>
        {icon && <Icon name={icon} />}
        <span>{label}</span>
        <Icon name="chevronRight" size={16} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={-2} collisionPadding={8}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

export const MenuRule = () => <Base.Separator className={styles.rule} />
