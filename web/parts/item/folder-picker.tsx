import { useInfiniteQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { itemWords } from '../../words/words.ts'
import styles from './folder-picker.module.css'
import { NewFolderForm } from './new-folder-form.tsx'

const { picker: words } = itemWords

export interface Folder {
  readonly id: string
  readonly name: string
}

interface FolderPickerProps {
  readonly workspace: string
  /** Where it begins, from the top. Without it, at the top. */
  readonly start?: readonly Folder[]
  /** IDs of folders that cannot be opened, and why. */
  readonly blocked?: ReadonlyMap<string, string>
  /** Offers to create a folder. */
  readonly canCreate?: boolean
  /** The buttons below. Undefined: the top. */
  readonly actions: (here: Folder | undefined) => ReactNode
}

const noneBlocked: ReadonlyMap<string, string> = new Map()

/** Browses the folders of the workspace. Mount it with the open dialog, so that it begins anew. */
export function FolderPicker({
  workspace,
  start = [],
  blocked = noneBlocked,
  canCreate = false,
  actions,
}: FolderPickerProps) {
  const [path, setPath] = useState(start)
  const [isCreating, setCreating] = useState(false)
  const crumb = useRef<HTMLButtonElement>(null)
  const here = path.at(-1)
  return (
    <div className={styles.picker}>
      <Path path={path} current={crumb} onOpen={(depth) => setPath(path.slice(0, depth))} />
      <Folders
        key={here?.id}
        workspace={workspace}
        parent={here}
        blocked={blocked}
        onLoaded={(first) => path !== start && (first ?? crumb.current)?.focus()}
        onOpen={(folder) => setPath([...path, folder])}
        onUp={() => setPath(path.slice(0, -1))}
      />
      {isCreating ? (
        <NewFolderForm
          place={{ workspace, folder: here?.id ?? null }}
          label={words.newFolder}
          onCancel={() => setCreating(false)}
          onCreated={({ id, name }) => {
            setCreating(false)
            setPath([...path, { id, name }])
          }}
        />
      ) : (
        <>
          {canCreate && (
            <Button icon="plus" onClick={() => setCreating(true)}>
              {words.newFolder}
            </Button>
          )}
          {actions(here)}
        </>
      )}
    </div>
  )
}

interface PathProps {
  readonly path: readonly Folder[]
  /** The button of the folder that is shown. */
  readonly current: RefObject<HTMLButtonElement | null>
  /** Goes back to the folder at this depth. */
  readonly onOpen: (depth: number) => void
}

function Path({ path, current, onOpen }: PathProps) {
  const crumb = (depth: number, name: string) => (
    <button
      type="button"
      className={styles.crumb}
      onClick={() => onOpen(depth)}
      {...(depth === path.length && { 'aria-current': 'true', ref: current })}
    >
      {name}
    </button>
  )
  return (
    <nav aria-label={words.path} className={styles.path}>
      {crumb(0, words.root)}
      {path.map(({ id, name }, index) => (
        <span key={id} className={styles.step}>
          <Icon name="chevronRight" size={16} />
          {crumb(index + 1, name)}
        </span>
      ))}
    </nav>
  )
}

const pageSize = 100

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

interface FoldersProps {
  readonly workspace: string
  /** Undefined: the top. */
  readonly parent: Folder | undefined
  readonly blocked: ReadonlyMap<string, string>
  /** Gets the button of the first folder. */
  readonly onLoaded: (first: HTMLButtonElement | null) => void
  readonly onOpen: (folder: Folder) => void
  readonly onUp: () => void
}

function Folders({ workspace, parent, blocked, onLoaded, onOpen, onUp }: FoldersProps) {
  const query = useFolders(workspace, parent)
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = query.data !== undefined
  const loaded = useEffectEvent(() => onLoaded(list.current?.querySelector('button') ?? null))
  useEffect(() => {
    if (isLoaded) loaded()
  }, [isLoaded])
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.folders}>
      {!query.data && <Skeleton lines={6} />}
      {query.data?.length === 0 && <p className="pencil">{words.empty}</p>}
      <ul aria-label={words.folders} ref={list}>
        {query.data?.map((folder) => (
          <li key={folder.id}>
            <FolderButton folder={folder} reason={blocked.get(folder.id)} onOpen={onOpen} onUp={onUp} />
          </li>
        ))}
      </ul>
      <MoreButton
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

interface FolderButtonProps {
  readonly folder: Folder
  readonly reason: string | undefined
  readonly onOpen: (folder: Folder) => void
  readonly onUp: () => void
}

function FolderButton({ folder, reason, onOpen, onUp }: FolderButtonProps) {
  const reasonId = `reason-${folder.id}`
  return (
    <button
      type="button"
      className={styles.folder}
      aria-label={folder.name}
      onClick={() => reason === undefined && onOpen(folder)}
      onKeyDown={(event) => moveFocus(event, onUp)}
      {...(reason !== undefined && { 'aria-disabled': true, 'aria-describedby': reasonId })}
    >
      <Icon name="folder" />
      <span>
        {folder.name}
        {reason !== undefined && (
          <span id={reasonId} className={styles.reason}>
            {reason}
          </span>
        )}
      </span>
      {reason === undefined && <Icon name="chevronRight" size={16} />}
    </button>
  )
}

/** Arrows go through the folders, Backspace and the left arrow up. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>, onUp: () => void): void {
  const { key, currentTarget } = event
  const buttons = [...(currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[key]
  if (next !== undefined) buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus()
  else if (key === 'Backspace' || key === 'ArrowLeft') onUp()
  else return
  event.preventDefault()
}
