import { deferred } from '../deferred.tsx'
import type { TooltipProps } from './tooltip-parts.tsx'

/** Shows a short text beside its only child on hover and focus. The child needs a name of its own. */
export const Tooltip = deferred<TooltipProps>(
  async () => (await import('./tooltip-parts.tsx')).Tooltip,
  ({ children }) => children,
)
