import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/call.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { filesWords } from '../../words/words.ts'
import type { FolderId } from '../item/item.ts'
import { NotFound } from '../page/not-found.tsx'
import { Notice } from '../page/notice.tsx'
import { forgetFolder, rememberFolder } from '../session/recent-folders.ts'
import { OpenFolder } from './open-folder.tsx'
import { Path, type Crumb } from './path.tsx'
import { pathOf, searchOf, sortingIn, type BrowserSearch } from '../item/place.ts'
import { folderQuery } from './prefetch.ts'

const words = filesWords.browser
const root: Crumb = { id: null, name: words.title }

interface BrowserProps {
  readonly workspace: string
  readonly folder: FolderId
  readonly search: BrowserSearch
}

/** The page of a folder. */
export function Browser({ workspace, folder, search }: BrowserProps) {
  const place = { workspace, search }
  // Each folder begins anew: nothing is chosen, and the keyboard is at its first item.
  if (folder === null) return <OpenFolder key={workspace} {...place} folder={null} path={[root]} />
  return <BelowRoot key={`${workspace} ${folder}`} {...place} folder={folder} />
}

const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'not_a_folder')

function BelowRoot({ workspace, folder, search }: BrowserProps & { readonly folder: string }) {
  const { data, error, refetch } = useQuery(folderQuery(workspace, folder))
  const gone = isGone(error)
  const name = data?.name
  useEffect(() => {
    if (gone) forgetFolder(workspace, folder)
    else if (name !== undefined) rememberFolder(workspace, { id: folder, name })
  }, [workspace, folder, name, gone])
  if (gone)
    return data ? <Deleted workspace={workspace} path={[root, ...data.path]} search={search} /> : <NotFound />
  if (error && !data)
    return (
      <>
        <Path workspace={workspace} path={[root]} search={{}} />
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <OpenFolder
      workspace={workspace}
      folder={folder}
      search={search}
      path={data && [root, ...data.path]}
      size={data?.total_size}
    />
  )
}

interface DeletedProps {
  readonly workspace: string
  /** Where it was. */
  readonly path: readonly Crumb[]
  readonly search: BrowserSearch
}

/** In place of a folder that somebody else deleted while it was open. */
function Deleted({ workspace, path, search }: DeletedProps) {
  const { id, name } = path.at(-2) ?? root
  const { title, sentence, next } = words.deleted
  return (
    <Notice title={title} sentence={sentence(path.at(-1)?.name ?? '')}>
      <LinkButton kind="filled" to={pathOf(workspace, id)} search={searchOf(sortingIn(search))}>
        {next(name)}
      </LinkButton>
    </Notice>
  )
}
