import { createFileRoute, Link } from '@tanstack/react-router'
import { DeleteGroup } from '../parts/group/delete-group.tsx'
import { GroupMenu } from '../parts/group/group-menu.tsx'
import { stateOf, useGroups, type Group } from '../parts/group/groups.ts'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Status } from '../ui/data/status.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { groupWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/groups/')({
  validateSearch: ({ remove }: Record<string, unknown>): { readonly remove?: number } =>
    typeof remove === 'number' ? { remove } : {},
  component: Groups,
})

const { heads } = groupWords

const columnsIn = (workspace: string): readonly Column<Group>[] => [
  {
    head: heads.name,
    cell: ({ id, name }) => (
      <Link to="/w/$workspace/groups/$group" params={{ workspace, group: String(id) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { head: heads.number, kind: 'short', cell: ({ number }) => number },
  { head: heads.state, kind: 'short', cell: (group) => <Status word={stateOf(group)} /> },
  { head: heads.created, kind: 'short', cell: ({ created_at: at }) => <Time at={at} /> },
  { head: heads.members, kind: 'number', cell: ({ members }) => members.length },
]

function Groups() {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const groups = useGroups(workspace.id)
  const create = (
    <LinkButton
      to="/w/$workspace/groups/new"
      params={{ workspace: String(workspace.id) }}
      kind="filled"
      icon="plus"
    >
      {groupWords.create}
    </LinkButton>
  )
  const isEmpty = groups.data?.groups.length === 0
  return (
    <>
      <PageHead title={groupWords.title} action={isEmpty ? undefined : create} />
      {groups.data === undefined && groups.error ? (
        <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />
      ) : isEmpty ? (
        <EmptyState
          sentence={groupWords.empty}
          action={create}
          curl={{
            method: 'POST',
            url: `${installation.sms_base_url}/api/v1/groups`,
            body: {
              name: 'Volunteers',
              number_id: 1,
              members: [{ name: 'Ann', phone: '+12025550131' }],
            },
          }}
        />
      ) : (
        <Rows groups={groups.data?.groups} />
      )}
    </>
  )
}

function Rows({ groups }: { readonly groups: readonly Group[] | undefined }) {
  const workspace = useWorkspace()
  const { remove } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <Table
        name={groupWords.title}
        rows={groups}
        rowKey={({ id }) => id}
        columns={columnsIn(String(workspace.id))}
        actions={(group) => (
          <GroupMenu
            of={group}
            workspace={workspace}
            onRemove={() => void navigate({ search: { remove: group.id } })}
          />
        )}
      />
      <DeleteGroup
        group={groups?.find(({ id }) => id === remove)}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}
