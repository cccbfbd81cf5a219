import type { MemberContext } from '../../identity/principal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { itemCreated } from '../item/events.ts'
import { toFile, type File } from '../item/model.ts'
import { insertItem } from '../item/store.ts'
import { requestThumbnailsOf } from '../thumbnail/request.ts'
import { chargeItems } from '../usage/store.ts'

/** Adds a file whose blob is published. Throws `quota_exceeded`. Call it last in a transaction. */
export async function addFile(
  tx: Transaction,
  context: MemberContext,
  file: {
    readonly parentId: string | null
    readonly name: string
    readonly blob: { readonly key: string; readonly sizeBytes: number }
  },
  reservedBytes: number,
): Promise<File> {
  const { clock, random, settings, principal } = context
  const { workspaceId } = principal
  const row = await insertItem(tx, workspaceId, { ...file, createdAt: clock.now() }, random)
  const created = toFile(row, context)
  await requestThumbnailsOf(tx, workspaceId, [file])
  await emit(tx, itemCreated(workspaceId, created))
  const charge = { bytes: file.blob.sizeBytes, reservedBytes, files: 1, folders: 0 }
  await chargeItems(tx, workspaceId, charge, settings.workspaceItemsMax)
  return created
}
