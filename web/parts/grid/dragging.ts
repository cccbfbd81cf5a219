import type { Item } from '../item/item.ts'
import { filesWords } from '../../words/words.ts'
import styles from './drag-image.module.css'

let dragged: readonly Item[] | undefined

/** The items of this tab that are being dragged. */
export const draggedItems = (): readonly Item[] | undefined => dragged

/** Begins to drag: the pointer carries the name, or the count. */
export function dragItems(transfer: DataTransfer, items: readonly Item[]): void {
  dragged = items
  transfer.effectAllowed = 'move'
  transfer.setData('text/plain', items.map(({ name }) => name).join('\n'))
  const image = document.createElement('div')
  image.className = styles.image ?? ''
  image.textContent = items.length === 1 ? (items[0]?.name ?? '') : filesWords.browser.items(items.length)
  document.body.append(image)
  transfer.setDragImage(image, -12, -12)
  // The browser has drawn it by then.
  setTimeout(() => image.remove())
}

export function endDrag(): void {
  dragged = undefined
}
