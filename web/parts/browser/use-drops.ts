import { useEffect, useEffectEvent, useState } from 'react'
import type { FolderId, Item } from '../item/item.ts'
import { draggedItems, endDrag } from '../grid/dragging.ts'

interface Drops {
  /** The open folder. */
  readonly folder: FolderId
  readonly onMove: (items: readonly Item[], folder: FolderId) => void
  /** Call what reads the transfer at once. */
  readonly onUpload: (transfer: DataTransfer, folder: FolderId) => void
}

/** What is below the pointer: something with `data-folder`, otherwise the page. */
interface Place {
  readonly element: HTMLElement | undefined
  readonly folder: FolderId
}

/** `data-folder` of the root is empty. */
const attribute = 'data-folder'
const highlight = 'data-over'

const overlaid = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** Items go to folders and breadcrumbs, files from outside anywhere. Returns the name of the place where files would go. */
export function useDrops({ folder, onMove, onUpload }: Drops): string | undefined {
  const [over, setOver] = useState<string>()
  const placeAt = useEffectEvent((event: DragEvent): Place => {
    const element = event.target instanceof Element ? event.target.closest(`[${attribute}]`) : null
    if (!(element instanceof HTMLElement)) return { element: undefined, folder }
    return { element, folder: element.getAttribute(attribute) || null }
  })
  const takes = useEffectEvent((place: Place): boolean => {
    const items = draggedItems() ?? []
    return (
      place.element !== undefined && place.folder !== folder && !items.some(({ id }) => id === place.folder)
    )
  })
  const mark = useEffectEvent((element: HTMLElement | undefined) => {
    const marked = document.querySelector(`[${highlight}]`)
    if (marked === (element ?? null)) return
    marked?.removeAttribute(highlight)
    element?.setAttribute(highlight, '')
  })
  const leave = useEffectEvent(() => {
    mark(undefined)
    setOver(undefined)
  })
  const dragOver = useEffectEvent((event: DragEvent) => {
    const { dataTransfer: transfer } = event
    if (!transfer) return
    const place = placeAt(event)
    if (draggedItems()) {
      const isTaken = takes(place)
      mark(isTaken ? place.element : undefined)
      if (!isTaken) return
      event.preventDefault()
      transfer.dropEffect = 'move'
    } else if (transfer.types.includes('Files')) {
      // Otherwise the browser leaves the page and shows the file.
      event.preventDefault()
      transfer.dropEffect = overlaid() ? 'none' : 'copy'
      mark(place.element)
      setOver(overlaid() ? undefined : (place.element?.dataset['name'] ?? ''))
    }
  })
  const drop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer: transfer } = event
    const place = placeAt(event)
    const items = draggedItems()
    leave()
    if (items && takes(place)) onMove(items, place.folder)
    else if (items || !transfer?.types.includes('Files')) return
    else if (!overlaid()) onUpload(transfer, place.folder)
    event.preventDefault()
  })
  const dragLeave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) leave()
  })
  const dragEnd = useEffectEvent(() => {
    endDrag()
    leave()
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('dragover', dragOver, { signal })
    document.addEventListener('dragleave', dragLeave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('dragend', dragEnd, { signal })
    return () => {
      stop.abort()
      endDrag()
    }
  }, [])
  return over
}
