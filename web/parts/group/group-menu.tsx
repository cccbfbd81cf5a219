import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { groupWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import type { Group } from './groups.ts'
import { switchGroup } from './switch-group.ts'

interface GroupMenuProps {
  readonly of: Group
  readonly workspace: Workspace
  readonly onRemove: () => void
}

/** The menu of a row. */
export function GroupMenu({ of: group, workspace, onRemove }: GroupMenuProps) {
  const params = { workspace: String(workspace.id), group: String(group.id) }
  return (
    <RowMenu name={group.name}>
      <MenuLink icon="users" to="/w/$workspace/groups/$group" params={params}>
        {groupWords.open}
      </MenuLink>
      <MenuItem
        icon={group.active ? 'pause' : 'play'}
        onSelect={() => void switchGroup(workspace.id, group, !group.active)}
      >
        {group.active ? groupWords.pause : groupWords.resume}
      </MenuItem>
      <MenuItem icon="trash" onSelect={onRemove}>
        {groupWords.remove}
      </MenuItem>
    </RowMenu>
  )
}
