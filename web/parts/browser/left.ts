import { useEffect, useState } from 'react'
import type { FolderId } from '../item/item.ts'

interface Left {
  readonly workspace: string
  readonly folder: FolderId
}

let last: Left | undefined

/** The folder that was open before this one. */
export function useLeft(workspace: string, folder: FolderId): Left | undefined {
  const [left] = useState(last)
  useEffect(() => {
    last = { workspace, folder }
  }, [workspace, folder])
  return left?.workspace === workspace ? left : undefined
}
