import { Menu, MenuLink, MenuRule } from '../../ui/action/menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { homeOf, myPages } from './destinations.ts'
import styles from './header.module.css'

/** The button "Workspace: name" with the workspaces of the person. */
export function WorkspaceMenu({ workspace }: { readonly workspace: Workspace | undefined }) {
  const { workspaces } = useSession()
  const name = workspace?.name ?? ''
  const trigger = (
    <button type="button" className={styles.workspace} aria-label={shellWords.workspace(name)}>
      <span>{name}</span>
      <Icon name="updown" size={16} />
    </button>
  )
  return (
    <Menu trigger={trigger}>
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
