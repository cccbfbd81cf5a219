import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { keyWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import type { Key } from './draft.ts'
import { whyNotRevocable } from './revocable.ts'

interface KeyMenuProps {
  readonly of: Key
  readonly workspace: Workspace
  readonly onRevoke: () => void
}

export function KeyMenu({ of: key, workspace, onRevoke }: KeyMenuProps) {
  const id = String(workspace.id)
  return (
    <RowMenu name={key.name}>
      <MenuLink icon="info" to="/w/$workspace/keys/$key" params={{ workspace: id, key: String(key.id) }}>
        {keyWords.details}
      </MenuLink>
      <MenuLink icon="copy" to="/w/$workspace/keys/new" params={{ workspace: id }} search={{ like: key.id }}>
        {keyWords.createLike}
      </MenuLink>
      <MenuItem icon="trash" onSelect={onRevoke} disabledReason={whyNotRevocable(key, workspace)}>
        {keyWords.revoke}
      </MenuItem>
    </RowMenu>
  )
}
