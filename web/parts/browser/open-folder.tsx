import { useCallback, useMemo, useState } from 'react'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { filesWords } from '../../words/words.ts'
import { useItemActions } from '../item/actions.tsx'
import type { FolderId, Item } from '../item/item.ts'
import { itemsMax, useItems } from '../item/items.ts'
import { Bar } from './bar.tsx'
import { Contents } from '../grid/contents.tsx'
import { DropOverlay } from './drop-overlay.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { FolderDialogs } from './folder-dialogs.tsx'
import { FolderHead } from './folder-head.tsx'
import { useLeft } from './left.ts'
import styles from './open-folder.module.css'
import type { Crumb } from './path.tsx'
import { rememberedView, sortingIn, type BrowserSearch } from '../item/place.ts'
import { goTo } from '../selection/selection.ts'
import { useCommands } from '../selection/use-commands.ts'
import { useFocus } from '../selection/use-focus.ts'
import { useGo } from '../item/use-go.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useUploads } from './use-uploads.ts'

interface OpenFolderProps {
  readonly workspace: string
  readonly folder: FolderId
  /** Undefined: it is loading. */
  readonly path: readonly Crumb[] | undefined
  readonly search: BrowserSearch
  /** Bytes of all that is below. Undefined: nobody counts them. */
  readonly size?: number | undefined
}

/** A folder that is there, whether it has items or not. */
export function OpenFolder({ workspace, folder, path, search, size }: OpenFolderProps) {
  const { sort, order } = sortingIn(search)
  const [created, setCreated] = useState<string>()
  const actions = useItemActions({ onCreated: ({ id }) => setCreated(id) })
  const go = useGo(workspace, folder, search)
  const listing = useItems({ workspace, folder, sort, order })
  const items = useShown(listing.items, actions.isRemoved)
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const left = useLeft(workspace, folder)
  const selecting = useSelection(ids, left?.folder ?? undefined)
  const [focus, setFocus] = useState<{ readonly id: string }>()
  const onFocus = useCallback((id: string) => setFocus({ id }), [])
  const view = search.view ?? rememberedView()
  const count = listing.total - (listing.items?.length ?? 0) + ids.length
  const over = useUploads({ workspace, folder, onMove: actions.moveInto })
  useCommands({
    ...selecting,
    folder,
    items: items ?? [],
    ids,
    actions,
    onUp: () => go.toFolder(path?.at(-2)?.id ?? null),
  })
  useFocus({ ids, created, left, selecting, onFocus })
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
        size={size}
        sorting={{ sort, order }}
        view={view}
        onFocus={onFocus}
      />
      {isEmpty ? (
        <EmptyFolder workspace={workspace} folder={folder} />
      ) : items ? (
        <Contents
          {...place}
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
      {count >= itemsMax && <p className={styles.end}>{filesWords.browser.end}</p>}
      {over !== undefined && <DropOverlay into={over === '' ? (path?.at(-1)?.name ?? '') : over} />}
      <FolderDialogs
        {...place}
        items={items ?? []}
        onClosed={(id) => {
          if (id === undefined || !ids.includes(id)) return
          selecting.select((now) => goTo(now, id))
          onFocus(id)
        }}
      />
    </>
  )
}

/** All but those that wait to be deleted. */
const useShown = (items: readonly Item[] | undefined, isRemoved: ReadonlySet<string>) =>
  useMemo(() => items?.filter(({ id }) => !isRemoved.has(id)), [items, isRemoved])
