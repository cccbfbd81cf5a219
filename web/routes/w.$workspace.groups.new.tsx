import { createFileRoute } from '@tanstack/react-router'
import { CreateForm } from '../parts/group/create-form.tsx'
import { useGroups } from '../parts/group/groups.ts'
import { useDedicated } from '../parts/number/dedicated.ts'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useLast } from '../ui/use-last.ts'
import { groupWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/groups/new')({ component: NewGroup })

function NewGroup() {
  const workspace = useWorkspace()
  return (
    <>
      <Breadcrumbs above={[{ label: groupWords.title, to: `/w/${workspace.id}/groups` }]} />
      <PageHead title={groupWords.create} />
      <Creation />
    </>
  )
}

function Creation() {
  const workspace = useWorkspace()
  const hosts = useDedicated(workspace.id)
  const groups = useGroups(workspace.id)
  // A form that is being filled in stays, whatever becomes of the numbers.
  const usable = useLast(hosts.data?.length === 0 ? undefined : hosts.data)
  const failed = [hosts, groups].find(({ data, error }) => data === undefined && error)
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (usable && groups.data) return <CreateForm hosts={usable} groups={groups.data.groups} />
  if (!hosts.data || !groups.data) return <Skeleton lines={12} />
  return <NoHost />
}

function NoHost() {
  const workspace = useWorkspace()
  const { operator } = useSession().user
  return (
    <div className="stack">
      <p>{operator ? groupWords.form.dedicateOne : groupWords.form.noNumber}</p>
      {operator ? (
        <LinkButton to="/operator/numbers" kind="filled">
          {groupWords.form.toNumbers}
        </LinkButton>
      ) : (
        <LinkButton to="/w/$workspace/groups" params={{ workspace: String(workspace.id) }}>
          {groupWords.notFound.next}
        </LinkButton>
      )}
    </div>
  )
}
