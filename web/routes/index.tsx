import { createFileRoute, redirect } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { lastWorkspace } from '../parts/session/last-workspace.ts'
import { sessionQuery } from '../parts/session/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const workspace = lastWorkspace(await queries.ensureQueryData(sessionQuery))
    throw workspace
      ? redirect({ to: '/w/$workspace', params: { workspace: String(workspace.id) }, replace: true })
      : redirect({ href: '/me/workspaces', replace: true })
  },
})
