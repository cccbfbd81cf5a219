import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { BarePage } from '../parts/page/bare-page.tsx'
import { NotFound } from '../parts/page/not-found.tsx'
import { PageFailure } from '../parts/page/page-failure.tsx'
import { Toasts } from '../ui/toasts/toasts.tsx'

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <BarePage>
      <NotFound />
    </BarePage>
  ),
  errorComponent: (failure) => (
    <BarePage>
      <PageFailure {...failure} />
    </BarePage>
  ),
})

function Root() {
  return (
    <CSPProvider disableStyleElements>
      <Outlet />
      <Toasts />
    </CSPProvider>
  )
}
