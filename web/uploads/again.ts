import { uploadsWords } from '../words/words.ts'
import { differenceOf } from './engine/digest.ts'
import type { Upload } from './engine/model.ts'
import type { Picked } from './picked.ts'
import { allUploads, cancel, changed, enqueue, resume } from './queue.ts'

/** Goes on with the file, if it is the same. */
export async function take(upload: Upload, picked: Picked): Promise<void> {
  const { file, handle = upload.handle } = picked
  if (!file) return
  if (upload.changed) return startOver(upload, picked)
  const difference = await differenceOf(upload, file).catch(() => uploadsWords.unreadableFile)
  if (difference === undefined) {
    Object.assign(upload, { file, handle, wrong: undefined })
    return resume(upload)
  }
  Object.assign(upload, { phase: 'lost', reason: difference, wrong: picked })
  changed()
}

const isFor = ({ fileName, size }: Upload, file: File | undefined): boolean =>
  file?.name === fileName && file.size === size

/** Takes a file for an upload whose file is gone, and others that were chosen with it for theirs. */
export async function chooseAgain(upload: Upload, picked: readonly Picked[]): Promise<void> {
  const own = picked.find(({ file }) => isFor(upload, file)) ?? picked[0]
  if (!own) return
  await take(upload, own)
  for (const other of allUploads().filter(({ phase }) => phase === 'lost')) {
    const match = picked.find((each) => each !== own && isFor(other, each.file))
    if (match && other !== upload) await take(other, match)
  }
}

/** Uploads a file from the start to the place of another one, which is given up. */
export async function startOver(upload: Upload, picked: Picked): Promise<void> {
  const { file } = picked
  if (!file) return
  const { workspace, folderId, name, folders, replaces } = upload
  const { size, lastModified: modified, name: fileName } = file
  await cancel(upload)
  const plan = { workspace, folderId, name, folders, replaces, size, modified, fileName }
  await enqueue([{ plan, picked }])
}

interface Permissible {
  readonly requestPermission?: (options: { readonly mode: 'read' }) => Promise<PermissionState>
}

/** Goes on with a paused upload. After a reload, its file comes from the handle, which may need permission. */
export async function goOn(upload: Upload): Promise<void> {
  const { handle } = upload
  if (upload.file || !handle) return resume(upload)
  try {
    const state = await (handle as Permissible).requestPermission?.({ mode: 'read' })
    if (state !== 'denied') return await take(upload, { file: await handle.getFile(), folders: [], handle })
  } catch {
    // Moved or deleted.
  }
  Object.assign(upload, { phase: 'lost', reason: uploadsWords.handleGone, handle: undefined })
  changed()
}
