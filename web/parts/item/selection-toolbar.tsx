import { deferred } from '../../ui/deferred.tsx'
import type { SelectionToolbarProps } from './toolbar-parts.tsx'

/** The toolbar *Selection*. Nothing while nothing is selected: keep its height free, so that nothing moves. */
export const SelectionToolbar = deferred<SelectionToolbarProps>(
  async () => (await import('./toolbar-parts.tsx')).SelectionVerbs,
  () => null,
)
