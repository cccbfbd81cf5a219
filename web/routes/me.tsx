import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { sessionQuery } from '../parts/session/session.ts'
import { Shell } from '../parts/shell/shell.tsx'

export const Route = createFileRoute('/me')({
  beforeLoad: () => queries.ensureQueryData(sessionQuery),
  component: Me,
})

function Me() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
