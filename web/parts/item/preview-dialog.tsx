import type { Item } from './item.ts'

interface PreviewDialogProps {
  /** `?preview={file}`. Undefined: closed. */
  readonly file: string | undefined
  /** What *Previous* and *Next* go through. */
  readonly items: readonly Item[]
  readonly onShow: (file: string) => void
  readonly onClose: () => void
}

export function PreviewDialog(_props: PreviewDialogProps) {
  return null
}
