import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { keyWords, uiWords } from '../../words/words.ts'
import styles from './key.module.css'

const words = keyWords.folderDialog

export interface Folder {
  readonly id: string
  readonly name: string
}

interface FolderDialogProps {
  readonly workspace: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onChoose: (folder: Folder | undefined) => void
}

/** Browses the folders of the workspace. */
export function FolderDialog({ workspace, open, onClose, onChoose }: FolderDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={keyWords.form.chooseFolder} size="form">
      <Browser workspace={workspace} onClose={onClose} onChoose={onChoose} />
    </Dialog>
  )
}

/** Mounted with the open dialog, so that it starts at the top. */
function Browser({ workspace, onClose, onChoose }: Omit<FolderDialogProps, 'open'>) {
  const [path, setPath] = useState<readonly Folder[]>([])
  const here = path.at(-1)
  return (
    <>
      <Path path={path} onOpen={(depth) => setPath(path.slice(0, depth))} />
      <Folders workspace={workspace} parent={here} onOpen={(folder) => setPath([...path, folder])} />
      <DialogActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <Button kind="filled" onClick={() => onChoose(here)}>
          {here ? words.choose : keyWords.form.wholeWorkspace}
        </Button>
      </DialogActions>
    </>
  )
}

interface PathProps {
  readonly path: readonly Folder[]
  /** Goes back to the folder at this depth. */
  readonly onOpen: (depth: number) => void
}

function Path({ path, onOpen }: PathProps) {
  return (
    <nav aria-label={words.path} className={styles.path}>
      <button type="button" className={styles.crumb} onClick={() => onOpen(0)}>
        {words.root}
      </button>
      {path.map(({ id, name }, index) => (
        <span key={id} className={styles.step}>
          <Icon name="chevronRight" size={16} />
          <button
            type="button"
            className={styles.crumb}
            onClick={() => onOpen(index + 1)}
            {...(index === path.length - 1 && { 'aria-current': 'true' })}
          >
            {name}
          </button>
        </span>
      ))}
    </nav>
  )
}

const pageSize = 100

interface FoldersProps {
  readonly workspace: string
  /** Undefined: the top. */
  readonly parent: Folder | undefined
  readonly onOpen: (folder: Folder) => void
}

/** Listings have folders first, so the first file ends them. */
function useFolders(workspace: string, parent: Folder | undefined) {
  return useInfiniteQuery({
    queryKey: [workspace, 'files.listFiles', { parent: parent?.id ?? null }, 'folders'],
    queryFn: ({ pageParam: offset, signal }) => {
      const place = parent ? { parent_id: parent.id } : {}
      return call('files.listFiles', { workspace, query: { ...place, limit: pageSize, offset } }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) =>
      data.some(({ type }) => type === 'file') ? undefined : (meta.next_offset ?? undefined),
    select: ({ pages }) =>
      pages.flatMap(({ data }) =>
        data.filter(({ type }) => type === 'folder').map(({ id, name }) => ({ id, name })),
      ),
  })
}

function Folders({ workspace, parent, onOpen }: FoldersProps) {
  const query = useFolders(workspace, parent)
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={6} />
  return (
    <div className={styles.folders}>
      {query.data.length === 0 ? (
        <p className="pencil">{words.empty}</p>
      ) : (
        <ul aria-label={words.folders}>
          {query.data.map((folder) => (
            <li key={folder.id}>
              <button type="button" className={styles.folder} onClick={() => onOpen(folder)}>
                <Icon name="folder" />
                {folder.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}
