import type { Item } from './item.ts'

/** Makes an archive of each, as work in the tray. */
export function compress(_workspace: string, _items: readonly Item[]): void {
  throw new Error('not yet')
}

/** Unpacks an archive into a folder beside it, as work in the tray. */
export function unzip(_workspace: string, _item: Item): void {
  throw new Error('not yet')
}

/** Files as they are, folders as zip archives that are made while they are sent. */
export function download(_workspace: string, _items: readonly Item[]): void {
  throw new Error('not yet')
}
