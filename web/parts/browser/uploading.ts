import type * as Uploads from '../../uploads/uploads.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { FolderId } from '../item/item.ts'

let uploads: typeof Uploads | undefined

/** Not needed for the first picture. Call it with the first effect of a page. */
export const fetchUploads = async (): Promise<typeof Uploads> =>
  (uploads ??= await import('../../uploads/uploads.ts'))

async function send(
  workspace: string,
  folderId: FolderId,
  pick: (from: typeof Uploads) => Promise<readonly Uploads.Picked[]> | readonly Uploads.Picked[],
): Promise<void> {
  try {
    const ready = await fetchUploads()
    ready.upload({ workspace, folderId }, await pick(ready))
  } catch (error) {
    toast.fail(error)
  }
}

/** From a chooser of the browser. */
export const uploadChosen = (workspace: string, folder: FolderId, files: FileList): void =>
  void send(workspace, folder, ({ pickedOf }) => pickedOf(files))

/** From a drop or the clipboard, whose folders can only be read at once. */
export function uploadTransfer(workspace: string, folder: FolderId, transfer: DataTransfer): void {
  const { files } = transfer
  const picked = uploads?.pickedIn(transfer)
  void send(workspace, folder, ({ pickedOf }) => picked ?? pickedOf(files))
}
