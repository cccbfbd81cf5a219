import type { ReactNode } from 'react'
import type { FolderId, Item } from './item.ts'

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
  /** IDs of items that wait to be deleted, which are not shown. */
  readonly isRemoved: ReadonlySet<string>
  readonly canPaste: boolean
  /** The dialogs that these actions open. Render it once. */
  readonly dialogs: ReactNode
}

const later = (): void => undefined

const none: ItemActions = {
  download: later,
  rename: later,
  moveTo: later,
  copyTo: later,
  compress: later,
  unzip: later,
  remove: later,
  cut: later,
  copy: later,
  paste: later,
  moveInto: later,
  createFolder: later,
  saveName: () => Promise.resolve(),
  isCut: new Set(),
  isRemoved: new Set(),
  canPaste: false,
  dialogs: null,
}

/** Below `/w/$workspace`. */
export function useItemActions(): ItemActions {
  return none
}
