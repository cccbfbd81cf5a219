import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../api/queries.ts'
import { PageFailure } from '../parts/page/page-failure.tsx'
import { WorkspaceNotFound } from '../parts/page/workspace-not-found.tsx'
import { rememberWorkspace } from '../parts/session/last-workspace.ts'
import { findWorkspace, sessionQuery, useSession } from '../parts/session/session.ts'
import { Shell } from '../parts/shell/shell.tsx'

export const Route = createFileRoute('/w/$workspace')({
  beforeLoad: () => queries.ensureQueryData(sessionQuery),
  component: InWorkspace,
  errorComponent: PageFailure,
})

function InWorkspace() {
  const { workspace: id } = Route.useParams()
  const workspace = findWorkspace(useSession(), id)
  useEffect(() => {
    if (workspace) rememberWorkspace(workspace)
  }, [workspace])
  return <Shell workspace={workspace}>{workspace ? <Outlet /> : <WorkspaceNotFound />}</Shell>
}
