import { lazy, Suspense } from 'react'
import type { TooltipProps } from './tooltip-parts.tsx'

const Parts = lazy(() => import('./tooltip-parts.tsx').then(({ Tooltip }) => ({ default: Tooltip })))

/**
 * Shows a short text beside its only child on hover and focus. The child needs a name of its own. Fetched after the first
 * picture.
 */
export const Tooltip = (props: TooltipProps) => (
  <Suspense fallback={props.children}>
    <Parts {...props} />
  </Suspense>
)
