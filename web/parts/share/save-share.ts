import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { requestOf, type Draft, type SharedItem } from './draft.ts'

export async function turnOff(workspace: number | string, fileId: string): Promise<void> {
  await call('files.deleteShare', { workspace, file_id: fileId })
  await refresh(workspace)
}

interface Saving {
  readonly workspace: number | string
  readonly item: SharedItem
  readonly draft: Draft
  /** For visitors, as it is saved. */
  readonly message: string
  readonly now: Date
}

export async function saveShare({ workspace, item, draft, message, now }: Saving): Promise<void> {
  if (draft.status === 'private') return turnOff(workspace, item.id)
  await call('files.updateShare', { workspace, file_id: item.id, body: requestOf(draft, item, now) })
  try {
    if (draft.message !== message)
      await call('setShareNote', { workspace, file_id: item.id, body: { message: draft.message } })
  } finally {
    await refresh(workspace)
  }
}

const refresh = async (workspace: number | string): Promise<void> => {
  await Promise.all([invalidate(workspace, 'shares'), invalidate(workspace, 'files')])
}
