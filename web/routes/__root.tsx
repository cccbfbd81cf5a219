import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { BarePage } from '../parts/page/bare-page.tsx'
import { NotFound } from '../parts/page/not-found.tsx'
import { PageFailure } from '../parts/page/page-failure.tsx'
import { UploadsTray } from '../parts/shell/uploads-tray.tsx'

/** Not needed for the first picture. */
const Toasts = lazy(() => import('../ui/toasts/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <BarePage>
      <NotFound />
    </BarePage>
  ),
  errorComponent: (failure) => (
    <>
      <BarePage>
        <PageFailure {...failure} />
      </BarePage>
      <UploadsTray />
    </>
  ),
})

function Root() {
  return (
    <CSPProvider disableStyleElements>
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </CSPProvider>
  )
}
