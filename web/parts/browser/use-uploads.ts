import { useEffect, useEffectEvent } from 'react'
import type { FolderId, Item } from '../item/item.ts'
import { fetchUploads, uploadTransfer } from './uploading.ts'
import { useDrops } from './use-drops.ts'

interface Place {
  readonly workspace: string
  readonly folder: FolderId
  readonly onMove: (items: readonly Item[], folder: FolderId) => void
}

/** Files that are dropped on the page or pasted. Returns the name of the place that the pointer would drop them in. */
export function useUploads({ workspace, folder, onMove }: Place): string | undefined {
  const onUpload = (transfer: DataTransfer, into: FolderId) => uploadTransfer(workspace, into, transfer)
  useEffect(() => void fetchUploads(), [])
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: transfer, target } = event
    if (!transfer?.types.includes('Files')) return
    if (target instanceof HTMLElement && target.matches('input, textarea')) return
    event.preventDefault()
    onUpload(transfer, folder)
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return useDrops({ folder, onMove, onUpload })
}
