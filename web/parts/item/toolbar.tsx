import { deferred } from '../../ui/deferred.tsx'

/** The toolbar *Selection*, which is not needed for the first picture. */
export const Toolbar = deferred(
  async () => (await import('./selection-toolbar.tsx')).SelectionToolbar,
  () => null,
)
