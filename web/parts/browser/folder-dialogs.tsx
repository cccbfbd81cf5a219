import { lazy, Suspense, useState } from 'react'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import type { BrowserSearch } from '../item/place.ts'
import type { Go } from '../item/use-go.ts'

const PreviewDialog = lazy(() =>
  import('../item/preview-dialog.tsx').then(({ PreviewDialog }) => ({ default: PreviewDialog })),
)
const ShareDialog = lazy(() =>
  import('../share/share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
)

interface FolderDialogsProps {
  readonly items: readonly Item[]
  readonly search: BrowserSearch
  readonly go: Go
  readonly actions: ItemActions
  /** A dialog about this item was closed. */
  readonly onClosed: (id: string | undefined) => void
}

/** The dialogs of a folder, fetched with the first one. */
export function FolderDialogs({
  items,
  search: { preview, share },
  go,
  actions,
  onClosed,
}: FolderDialogsProps) {
  const previewed = useWanted(preview !== undefined)
  const shared = useWanted(share !== undefined)
  const close = (run: (id: undefined) => void, id: string | undefined) => () => {
    run(undefined)
    onClosed(id)
  }
  return (
    <>
      {actions.dialogs}
      <Suspense>
        {previewed && (
          <PreviewDialog
            file={preview}
            items={items}
            onShow={go.preview}
            onClose={close(go.preview, preview)}
          />
        )}
        {shared && <ShareDialog item={share} onClose={close(go.share, share)} />}
      </Suspense>
    </>
  )
}

/** Stays true, so that a dialog is there while it closes. */
function useWanted(isOpen: boolean): boolean {
  const [wanted, setWanted] = useState(isOpen)
  if (isOpen && !wanted) setWanted(true)
  return wanted
}
