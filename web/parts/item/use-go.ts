import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FolderId, Item } from './item.ts'
import {
  pathOf,
  rememberView,
  searchOf,
  sortingIn,
  type BrowserSearch,
  type Sorting,
  type View,
} from './place.ts'

export interface Go {
  /** Folders open, files show their preview. */
  readonly open: (item: Item) => void
  readonly toFolder: (folder: FolderId) => void
  readonly preview: (file: string | undefined) => void
  readonly share: (item: string | undefined) => void
  readonly sort: (sorting: Sorting) => void
  readonly view: (view: View) => void
  /** Fetches a folder that will probably be opened. */
  readonly expect: (folder: Item) => void
  readonly hrefOf: (item: Item) => string
}

/** Where one gets from a folder. */
export function useGo(workspace: string, folder: FolderId, search: BrowserSearch): Go {
  const router = useRouter()
  const navigate = useNavigate()
  return useMemo(() => {
    const here = pathOf(workspace, folder)
    const kept = { ...searchOf(sortingIn(search)), view: search.view }
    const urlOf = (path: string, next: BrowserSearch) => path + router.options.stringifySearch(next)
    const toFolder = (id: FolderId) => void navigate({ to: pathOf(workspace, id), search: kept })
    const stay = (next: BrowserSearch, replace: boolean) =>
      void navigate({ to: here, search: { ...search, ...next }, replace, resetScroll: false })
    // One step back from an open dialog closes it. Going on within it makes no further steps.
    const preview = (file: string | undefined) => stay({ preview: file }, search.preview !== undefined)
    return {
      toFolder,
      preview,
      open: (item) => (item.type === 'folder' ? toFolder(item.id) : preview(item.id)),
      share: (item) => stay({ share: item }, item === undefined),
      sort: (sorting) => void navigate({ to: here, search: { ...search, ...searchOf(sorting) } }),
      view: (view) => {
        rememberView(view)
        stay({ view }, true)
      },
      expect: ({ id }) => void router.preloadRoute({ to: pathOf(workspace, id), search: kept }),
      hrefOf: ({ id, type }) =>
        type === 'folder' ? urlOf(pathOf(workspace, id), kept) : urlOf(here, { ...kept, preview: id }),
    }
  }, [router, navigate, workspace, folder, search])
}
