import { createFileRoute, redirect } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { lastWorkspace } from '../parts/session/last-workspace.ts'
import { sessionQuery } from '../parts/session/session.ts'
import { homeOf, myPages } from '../parts/shell/destinations.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async (): Promise<void> => {
    const workspace = lastWorkspace((await queries.ensureQueryData(sessionQuery)).data)
    redirect({ href: workspace ? homeOf(workspace) : myPages.workspaces.to, replace: true, throw: true })
  },
})
