import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useValue } from '../../uploads/use-value.ts'
import { deferredCode } from '../../ui/deferred.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useWorkspace } from '../session/session.ts'
import { clipboard, cutIn } from '../change/clipboard.ts'
import { movingIds, removedIds } from '../change/hidden.ts'
import type { FolderId, Item } from './item.ts'
import type { Asked } from './item-dialogs.tsx'

const ItemDialogs = lazy(() =>
  import('./item-dialogs.tsx').then(({ ItemDialogs }) => ({ default: ItemDialogs })),
)

/** What a person can do with items, from the toolbar, menus, keys, and by dragging. */
export interface ItemActions {
  readonly download: (items: readonly Item[]) => void
  readonly rename: (item: Item) => void
  readonly moveTo: (items: readonly Item[]) => void
  readonly copyTo: (items: readonly Item[]) => void
  readonly compress: (items: readonly Item[]) => void
  readonly unzip: (item: Item) => void
  /** Hides them at once and deletes them after eight seconds, unless the person chooses *Undo*. */
  readonly remove: (items: readonly Item[]) => void
  readonly cut: (items: readonly Item[]) => void
  readonly copy: (items: readonly Item[]) => void
  /** Moves or copies what was cut or copied into this folder. */
  readonly paste: (folder: FolderId) => void
  /** By dragging. */
  readonly moveInto: (items: readonly Item[], folder: FolderId) => void
  readonly createFolder: (parent: FolderId) => void
  /** Saves a name that was typed in place. Rejects with the reason. */
  readonly saveName: (item: Item, name: string) => Promise<void>
  /** IDs of items that were cut, which are shown faded. */
  readonly isCut: ReadonlySet<string>
  /** IDs of items that wait to be deleted or are on their way to another folder, which are not shown. */
  readonly isRemoved: ReadonlySet<string>
  readonly canPaste: boolean
  /** The dialogs that these actions open. Render it once. */
  readonly dialogs: ReactNode
}

interface Options {
  /** A folder was created and is listed. */
  readonly onCreated?: (folder: Item) => void
}

const ignore = (): void => undefined

/** Below `/w/$workspace`. */
export function useItemActions({ onCreated = ignore }: Options = {}): ItemActions {
  const workspace = String(useWorkspace().id)
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const clip = useValue(clipboard)
  const removed = useValue(removedIds)
  const moving = useValue(movingIds)
  const isCut = useMemo(() => cutIn(clip, workspace), [clip, workspace])
  const isRemoved = useMemo(() => removed.union(moving), [removed, moving])
  useItemKeys()
  const commands = useMemo(
    () =>
      commandsIn(workspace, (next) => {
        setAsked(next)
        setOpen(true)
      }),
    [workspace],
  )
  const created = useRef(onCreated)
  useEffect(() => {
    created.current = onCreated
  }, [onCreated])
  const dialogs = useMemo(
    () =>
      asked && (
        <Suspense>
          <ItemDialogs
            workspace={workspace}
            asked={asked}
            open={open}
            onClose={() => setOpen(false)}
            onCreated={(folder) => created.current(folder)}
          />
        </Suspense>
      ),
    [workspace, asked, open],
  )
  const canPaste = clip?.workspace === workspace
  // The same object as long as nothing changes: lists of thousands of rows depend on it.
  return useMemo(
    () => ({ ...commands, isCut, isRemoved, canPaste, dialogs }),
    [commands, isCut, isRemoved, canPaste, dialogs],
  )
}

type Commands = Omit<ItemActions, 'isCut' | 'isRemoved' | 'canPaste' | 'dialogs'>

const changes = deferredCode(() => import('../change/changes.ts'))

type Changes = Awaited<ReturnType<typeof changes>>

function change(run: (changes: Changes) => void): void {
  changes().then(run, (error: unknown) => toast.fail(error))
}

const commandsIn = (workspace: string, ask: (asked: Asked) => void): Commands => ({
  download: (items) => change(({ download }) => download(workspace, items)),
  rename: (item) => ask({ kind: 'rename', item }),
  moveTo: (items) => ask({ kind: 'move', items }),
  copyTo: (items) => ask({ kind: 'copy', items }),
  compress: (items) => change(({ compress }) => compress(workspace, items)),
  unzip: (item) => change(({ unzip }) => unzip(workspace, item)),
  remove: (items) => change(({ removeLater }) => removeLater(workspace, items)),
  cut: (items) => clipboard.set({ kind: 'cut', workspace, items }),
  copy: (items) => clipboard.set({ kind: 'copy', workspace, items }),
  paste: (folder) => change(({ paste }) => paste({ workspace, folder })),
  moveInto: (items, folder) => change(({ transfer }) => void transfer('move', items, { workspace, folder })),
  createFolder: (parent) => ask({ kind: 'folder', parent }),
  saveName: async (item, name) => (await changes()).rename(workspace, item, name),
})

const overlays = '[role="dialog"]:not([aria-modal="false"]), [role="menu"]'
const fields = 'input:not([type="checkbox"]), textarea, [contenteditable]'

/** Esc takes back what was cut, and Ctrl-Z what was done last, except in fields, dialogs, and menus. */
function useItemKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, shiftKey } = event
      if (target instanceof Element && target.closest(`${overlays}, ${fields}`)) return
      if (key === 'Escape' && clipboard.get()?.kind === 'cut') clipboard.set(undefined)
      if (key !== 'z' || shiftKey || !(ctrlKey || metaKey)) return
      event.preventDefault()
      change(({ undoLast }) => undoLast())
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
