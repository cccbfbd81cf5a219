import { ApiError, call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { takenNames } from '../../uploads/engine/requests.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { itemWords as words } from '../../words/words.ts'
import { renameInLists } from './cache.ts'
import type { Item } from '../item/item.ts'
import type { Place } from './free-names.ts'
import { offerUndo } from './undo.ts'

/** Errors of the name, which the server gives no field. */
const ofName: ReadonlySet<string> = new Set(['invalid_name', 'file_type_blocked'])

const atName = (message: string, code: string): ApiError =>
  new ApiError({ status: 400, code, message, details: { field: 'name' } })

async function saying<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof ApiError && ofName.has(error.code) ? atName(error.message, error.code) : error
  }
}

async function requireFree(place: Place, name: string, self?: string): Promise<void> {
  const taken = await takenNames(place.workspace, place.folder, [name])
  if (taken.some(({ id }) => id !== self)) throw atName(words.taken(name), 'name_taken')
}

/** Rejects with the reason. The lists show the new name at once, and the old one again if it is refused. */
export async function rename(workspace: string, item: Item, typed: string): Promise<void> {
  const name = typed.trim()
  const { id, name: before, parent_id: folder } = item
  if (name === before) return
  renameInLists(workspace, id, name)
  try {
    await saying(async () => {
      if (name !== '') await requireFree({ workspace, folder }, name, id)
      await call('files.updateFile', { workspace, id, body: { name } })
    })
  } catch (error) {
    renameInLists(workspace, id, before)
    throw error
  }
  offerUndo(words.rename.done(name), () => {
    void rename(workspace, { ...item, name }, before).catch((error: unknown) => toast.fail(error))
  })
  void invalidate(workspace, 'files')
}

export function createFolder({ workspace, folder }: Place, typed: string): Promise<Item> {
  const name = typed.trim()
  return saying(async () => {
    if (name !== '') await requireFree({ workspace, folder }, name)
    const { data } = await call('files.createFolder', { workspace, body: { name, parent_id: folder } })
    await invalidate(workspace, 'files')
    return data
  })
}
