import { useNavigate } from '@tanstack/react-router'
import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { numberWords as words } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { whyNotConnectable, type WorkspaceNumber } from './numbers.ts'

interface NumberMenuProps {
  readonly of: WorkspaceNumber
  readonly workspace: Workspace
}

/** The menu of a row. */
export function NumberMenu({ of: number, workspace }: NumberMenuProps) {
  const navigate = useNavigate()
  const at = {
    to: '/w/$workspace/numbers/$number',
    params: { workspace: String(workspace.id), number: String(number.id) },
  } as const
  return (
    <RowMenu name={number.display}>
      <MenuLink {...at}>{words.details}</MenuLink>
      <MenuItem
        icon="phone"
        disabledReason={whyNotConnectable(number, workspace)}
        onSelect={() => void navigate({ ...at, search: { dialog: 'connect' } })}
      >
        {words.connect.action}
      </MenuItem>
    </RowMenu>
  )
}
