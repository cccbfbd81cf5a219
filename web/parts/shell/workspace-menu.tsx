import { Menu, MenuLink, MenuRule } from '../../ui/action/menu.tsx'
import { shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { homeOf, myPages } from './destinations.ts'
import { WorkspaceButton } from './header-buttons.tsx'

/** The button "Workspace: name" with the workspaces of the person. */
export function WorkspaceMenu({ workspace }: { readonly workspace: Workspace | undefined }) {
  const { workspaces } = useSession()
  return (
    <Menu trigger={<WorkspaceButton name={workspace?.name ?? ''} />}>
      {workspaces.map((one) => (
        <MenuLink key={one.id} to={homeOf(one)} current={one.id === workspace?.id}>
          {one.name}
        </MenuLink>
      ))}
      <MenuRule />
      <MenuLink to={myPages.workspaces.to} search={{ create: true }} icon="plus">
        {shellWords.createOrganization}
      </MenuLink>
    </Menu>
  )
}
