import { useEffect, useMemo, useState } from 'react'
import { pickedIn, upload } from '../../uploads/uploads.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useItemActions } from '../item/actions.tsx'
import type { FolderId, Item } from '../item/item.ts'
import { useItems } from '../item/items.ts'
import { Bar } from './bar.tsx'
import { Contents } from './contents.tsx'
import { DropOverlay } from './drop-overlay.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { FolderDialogs } from './folder-dialogs.tsx'
import { FolderHead } from './folder-head.tsx'
import { useLeft } from './left.ts'
import type { Crumb } from './path.tsx'
import { rememberedView, sortingIn, type BrowserSearch } from './place.ts'
import { goTo } from './selection.ts'
import { useDrops } from './use-drops.ts'
import { useGo } from './use-go.ts'
import { useSelection } from './use-selection.ts'

interface OpenFolderProps {
  readonly workspace: string
  readonly folder: FolderId
  /** Undefined: it is loading. */
  readonly path: readonly Crumb[] | undefined
  readonly search: BrowserSearch
}

/** A folder that is there, whether it has items or not. */
export function OpenFolder({ workspace, folder, path, search }: OpenFolderProps) {
  const { sort, order } = sortingIn(search)
  const actions = useItemActions()
  const go = useGo(workspace, folder, search)
  const listing = useItems({ workspace, folder, sort, order })
  const items = useShown(listing.items, actions.isRemoved)
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const left = useLeft(workspace, folder)
  const selecting = useSelection(ids, left?.folder ?? undefined)
  const [focus, setFocus] = useState<{ readonly id: string }>()
  const onFocus = (id: string) => setFocus({ id })
  const view = search.view ?? rememberedView()
  const count = listing.total - (listing.items?.length ?? 0) + ids.length
  const onUpload = (transfer: DataTransfer, into: FolderId) => {
    pickedIn(transfer).then((picked) => upload({ workspace, folderId: into }, picked), toast.fail)
  }
  const over = useDrops({ folder, onMove: actions.moveInto, onUpload })
  usePastedFiles((transfer) => onUpload(transfer, folder))
  useFirstFocus(left !== undefined, selecting.selection.active ?? ids[0], onFocus)
  const isEmpty = items?.length === 0
  const place = { workspace, folder, search, go, actions, ...selecting }
  return (
    <>
      <FolderHead
        {...place}
        path={path}
        hasUpload={!isEmpty}
        onCreateFolder={() => actions.createFolder(folder)}
      />
      <Bar
        {...place}
        items={items ?? []}
        count={items && count}
        sorting={{ sort, order }}
        view={view}
        onFocus={onFocus}
      />
      {isEmpty ? (
        <EmptyFolder workspace={workspace} folder={folder} />
      ) : items ? (
        <Contents
          {...place}
          path={path}
          items={items}
          ids={ids}
          total={count}
          view={view}
          sorting={{ sort, order }}
          focus={focus}
          onFocus={onFocus}
        />
      ) : listing.error ? (
        <ErrorPanel error={listing.error} onRetry={listing.retry} />
      ) : (
        <Skeleton lines={12} />
      )}
      {over !== undefined && <DropOverlay into={over === '' ? (path?.at(-1)?.name ?? '') : over} />}
      <FolderDialogs
        {...place}
        items={items ?? []}
        onClosed={(id) => {
          if (id === undefined || !ids.includes(id)) return
          selecting.select((now) => goTo(now, id))
          // The dialog gives the focus back first.
          setTimeout(() => onFocus(id), 50)
        }}
      />
    </>
  )
}

/** All but those that wait to be deleted. */
const useShown = (items: readonly Item[] | undefined, isRemoved: ReadonlySet<string>) =>
  useMemo(() => items?.filter(({ id }) => !isRemoved.has(id)), [items, isRemoved])

/** In a folder that was opened from another one, the keyboard goes on at once. */
function useFirstFocus(isWanted: boolean, id: string | undefined, onFocus: (id: string) => void): void {
  const [isDone, setDone] = useState(!isWanted)
  useEffect(() => {
    if (isDone || id === undefined) return
    setDone(true)
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.localName === 'main') onFocus(id)
  }, [isDone, id, onFocus])
}

/** Files from the clipboard of the system. */
function usePastedFiles(onPaste: (transfer: DataTransfer) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: transfer, target } = event
      if (!transfer?.types.includes('Files')) return
      if (target instanceof HTMLElement && target.matches('input, textarea')) return
      event.preventDefault()
      onPaste(transfer)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
}
