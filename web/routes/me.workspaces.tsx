import { createFileRoute, Link } from '@tanstack/react-router'
import { CreateOrganization, personalWorkspace } from '../parts/me/create-organization.tsx'
import { useSession, type Workspace } from '../parts/session/session.ts'
import { homeOf } from '../parts/shell/destinations.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { Copyable } from '../ui/data/copyable.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { meWords } from '../words/words.ts'

const words = meWords.workspaces

interface Search {
  /** The dialog is open. */
  readonly create?: true
}

export const Route = createFileRoute('/me/workspaces')({
  validateSearch: ({ create }: Record<string, unknown>): Search => (create === true ? { create } : {}),
  component: Workspaces,
})

const columns: readonly Column<Workspace>[] = [
  { head: words.workspace, cell: (workspace) => <Link to={homeOf(workspace)}>{workspace.name}</Link> },
  { head: words.type, kind: 'short', cell: ({ type }) => words.types[type] },
  { head: words.role, kind: 'short', cell: ({ role }) => words.roles[role] },
  {
    head: words.id,
    kind: 'short',
    cell: ({ id }) => <Copyable text={String(id)} what={words.workspaceId} />,
  },
]

function Workspaces() {
  const session = useSession()
  const { create } = Route.useSearch()
  const navigate = Route.useNavigate()
  const personal = personalWorkspace(session)
  const reason = personal?.services.includes('files') ? undefined : words.noFiles
  const action = (
    <Button
      kind="filled"
      icon="plus"
      disabledReason={reason}
      onClick={() => void navigate({ search: { create: true } })}
    >
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHead title={words.title} action={action}>
        {words.note}
      </PageHead>
      <Table
        name={words.title}
        columns={columns}
        rows={session.workspaces}
        rowKey={({ id }) => id}
        actions={workspaceActions}
      />
      {personal && reason === undefined && (
        <CreateOrganization
          within={personal}
          open={create === true}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </>
  )
}

function workspaceActions(workspace: Workspace) {
  const settings: string = `${homeOf(workspace)}/settings`
  return (
    <RowMenu name={workspace.name}>
      <MenuLink to={homeOf(workspace)} icon="folder">
        {words.open}
      </MenuLink>
      <MenuLink to={settings} icon="settings">
        {words.settings}
      </MenuLink>
    </RowMenu>
  )
}
