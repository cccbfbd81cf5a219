import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '../api/call.ts'
import { Composer } from '../parts/group/composer.tsx'
import { DeleteGroup } from '../parts/group/delete-group.tsx'
import { GroupFacts } from '../parts/group/group-facts.tsx'
import { useGroup, type Group } from '../parts/group/groups.ts'
import { EditMember, RemoveMember } from '../parts/group/member-dialogs.tsx'
import { Members } from '../parts/group/members.tsx'
import { RenameGroup } from '../parts/group/rename-group.tsx'
import { switchGroup } from '../parts/group/switch-group.ts'
import { Thread } from '../parts/group/thread.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { groupWords, messageWords } from '../words/words.ts'

const dialogs = ['rename', 'delete'] as const
type DialogName = (typeof dialogs)[number]

interface Search {
  readonly dialog?: DialogName
  /** The member that the open dialog changes. */
  readonly edit?: number
  /** The member that the open dialog removes. */
  readonly remove?: number
}

export const Route = createFileRoute('/w/$workspace/groups/$group')({
  validateSearch: ({ dialog, edit, remove }: Record<string, unknown>): Search => ({
    ...(dialogs.includes(dialog as DialogName) && { dialog: dialog as DialogName }),
    ...(typeof edit === 'number' && { edit }),
    ...(typeof remove === 'number' && { remove }),
  }),
  component: OneGroup,
})

/** Of a group that does not exist, and of an address that names none. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')

function OneGroup() {
  const { workspace: at, group: id } = Route.useParams()
  const workspace = useWorkspace()
  const group = useGroup(workspace.id, id)
  if (group.error && isMissing(group.error))
    return (
      <Notice title={groupWords.notFound.title} sentence={groupWords.notFound.sentence}>
        <LinkButton to="/w/$workspace/groups" params={{ workspace: at }} kind="filled">
          {groupWords.notFound.next}
        </LinkButton>
      </Notice>
    )
  return (
    <>
      <Breadcrumbs above={[{ label: groupWords.title, to: `/w/${at}/groups` }]} />
      {group.data ? (
        <Details key={id} group={group.data.group} />
      ) : (
        <>
          <PageHead title={groupWords.one} />
          {group.error ? (
            <ErrorPanel error={group.error} onRetry={() => void group.refetch()} />
          ) : (
            <Skeleton lines={16} />
          )}
        </>
      )}
    </>
  )
}

function Details({ group }: { readonly group: Group }) {
  const { workspace } = Route.useParams()
  const { dialog, edit, remove } = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = (search: Search) => () => void navigate({ search })
  const close = open({})
  const memberOf = (id: number | undefined) => group.members.find((member) => member.id === id)
  return (
    <>
      <PageHead
        title={group.name}
        action={
          <>
            <Button icon="edit" onClick={open({ dialog: 'rename' })}>
              {groupWords.rename}
            </Button>
            <Button icon="trash" onClick={open({ dialog: 'delete' })}>
              {groupWords.removeThis}
            </Button>
          </>
        }
      >
        <GroupFacts group={group} />
      </PageHead>
      <Switch
        label={groupWords.active}
        help={groupWords.activeHelp}
        checked={group.active}
        onChange={(active) => void switchGroup(Number(workspace), group, active)}
      />
      <section className="section" aria-labelledby="texts">
        <h2 id="texts">{messageWords.thread.texts}</h2>
        <Thread group={group} />
        <Composer group={group} />
      </section>
      <Members
        group={group}
        onEdit={(id) => open({ edit: id })()}
        onRemove={(id) => open({ remove: id })()}
      />
      <RenameGroup open={dialog === 'rename'} onClose={close} group={group} />
      <DeleteGroup
        group={dialog === 'delete' ? group : undefined}
        onClose={close}
        onDeleted={() => navigate({ to: '/w/$workspace/groups', params: { workspace }, search: {} })}
      />
      <EditMember group={group} member={memberOf(edit)} onClose={close} />
      <RemoveMember group={group} member={memberOf(remove)} onClose={close} />
    </>
  )
}
