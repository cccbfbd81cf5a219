import { useState } from 'react'
import { logOut } from '../../api/call.ts'
import { Menu, MenuItem, MenuLink, MenuRadio, MenuRule, Submenu } from '../../ui/action/menu.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { shellWords } from '../../words/words.ts'
import { finishBeforeLogOut } from '../session/before-log-out.ts'
import { useSession } from '../session/session.ts'
import { chosenScheme, chooseScheme } from './color-scheme.ts'
import { myPages } from './destinations.ts'
import { AccountButton } from './header-buttons.tsx'

/** The button "Account: first name" with everything about the person. */
export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { user } = useSession()
  return (
    <Menu trigger={<AccountButton name={user.first_name} />} align="end">
      {Object.values(myPages).map(({ to, icon, label }) => (
        <MenuLink key={to} to={to} icon={icon}>
          {label}
        </MenuLink>
      ))}
      {user.operator && (
        <MenuLink to="/operator" icon="server">
          {shellWords.operator}
        </MenuLink>
      )}
      <MenuRule />
      <SchemeMenu />
      <MenuItem icon="keyboard" onSelect={onShortcuts}>
        {shellWords.keyboardShortcuts}
      </MenuItem>
      <MenuRule />
      <MenuItem icon="logOut" onSelect={() => void leave()}>
        {shellWords.logOut}
      </MenuItem>
    </Menu>
  )
}

const { schemes } = shellWords
const schemeOptions = [
  { value: 'system', label: schemes.system },
  { value: 'light', label: schemes.light },
  { value: 'dark', label: schemes.dark },
] as const

function SchemeMenu() {
  const [scheme, setScheme] = useState(chosenScheme)
  return (
    <Submenu icon="sun" label={shellWords.colorScheme}>
      <MenuRadio
        label={shellWords.colorScheme}
        value={scheme ?? 'system'}
        options={schemeOptions}
        onChange={(chosen) => {
          const next = chosen === 'system' ? undefined : chosen
          setScheme(next)
          chooseScheme(next)
        }}
      />
    </Submenu>
  )
}

async function leave(): Promise<void> {
  try {
    await finishBeforeLogOut()
    await logOut()
  } catch (error) {
    toast.fail(error)
  }
}
