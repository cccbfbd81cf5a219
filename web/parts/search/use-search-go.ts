import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pathOf } from '../item/place.ts'
import type { Go } from '../item/use-go.ts'
import type { SearchParams } from './place.ts'

/** Where one gets from the results. They have no order but that of the server, and one view. */
export function useSearchGo(workspace: string, search: SearchParams): Go {
  const router = useRouter()
  const navigate = useNavigate()
  return useMemo(() => {
    const here = `/w/${workspace}/search`
    const stay = (next: SearchParams, replace: boolean) =>
      void navigate({ to: here, search: { ...search, ...next }, replace, resetScroll: false })
    const toFolder: Go['toFolder'] = (id) => void navigate({ to: pathOf(workspace, id) })
    const preview: Go['preview'] = (file) => stay({ preview: file }, search.preview !== undefined)
    return {
      toFolder,
      preview,
      open: ({ type, id }) => (type === 'folder' ? toFolder(id) : preview(id)),
      share: (item) => stay({ share: item }, item === undefined),
      sort: () => undefined,
      view: () => undefined,
      expect: ({ id }) => void router.preloadRoute({ to: pathOf(workspace, id) }),
      hrefOf: ({ id, type }) =>
        type === 'folder'
          ? pathOf(workspace, id)
          : here + router.options.stringifySearch({ ...search, preview: id }),
    }
  }, [router, navigate, workspace, search])
}
