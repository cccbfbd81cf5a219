import { createLink } from '@tanstack/react-router'
import { cloneElement, createContext, useContext, type ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import { deferred } from '../deferred.tsx'
import { Icon } from '../icon.tsx'
import buttonStyles from './button.module.css'
import type * as MenuParts from './menu-parts.tsx'
import type {
  MenuAnchorProps,
  MenuAtProps,
  MenuItemProps,
  MenuProps,
  MenuRadioProps,
  SubmenuProps,
} from './menu-parts.tsx'

let parts: typeof MenuParts

/** A menu of MenuItem, MenuLink, MenuRadio, and MenuRule below its trigger. */
export const Menu = deferred<MenuProps>(
  async () => {
    parts = await import('./menu-parts.tsx')
    return parts.Menu
  },
  ({ trigger }) => cloneElement(trigger, { disabled: true }),
)

/** False in rows that the Tab key passes over, as in a grid, where the arrows go to them. */
export const RowMenuTabStop = createContext(true)

/** The button "Actions for name" at the end of a row. */
export function RowMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const isTabStop = useContext(RowMenuTabStop)
  const trigger = (
    <button
      type="button"
      aria-label={uiWords.actionsFor(name)}
      {...(!isTabStop && { tabIndex: -1 })}
      className={`${buttonStyles.icon} ${buttonStyles.small}`}
    >
      <Icon name="dots" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      {children}
    </Menu>
  )
}

export type { Point } from './menu-parts.tsx'

/** A menu at a point, such as that of a right click. */
export const MenuAt = deferred<MenuAtProps>(
  async () => {
    parts = await import('./menu-parts.tsx')
    return parts.MenuAt
  },
  () => null,
)

// What is within a menu is rendered only when it opens, so the parts are there.
export const MenuItem = (props: MenuItemProps) => <parts.MenuItem {...props} />

const MenuAnchor = (props: MenuAnchorProps) => <parts.MenuAnchor {...props} />

/** A menu item that goes to a page of the app. */
export const MenuLink = createLink(MenuAnchor)

export const MenuRadio = <Value extends string>(props: MenuRadioProps<Value>) => (
  <parts.MenuRadio {...props} />
)

export const Submenu = (props: SubmenuProps) => <parts.Submenu {...props} />

export const MenuRule = () => <parts.MenuRule />
