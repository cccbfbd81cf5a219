import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { MemberContext } from '../../identity/principal.ts'
import { sharedTransactions } from '../../platform/database/shared-transactions.ts'
import { inlineKey } from '../../platform/blobs/inline-blobs.ts'
import { emitAll } from '../../platform/outbox/emit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertInlineBlobs, type InlineBlob } from '../blob/inline-store.ts'
import { itemCreated } from '../item/events.ts'
import { chargeItems } from '../usage/store.ts'
import { requestThumbnailsOf } from '../thumbnail/request.ts'
import { toFile, type File } from '../item/model.ts'
import { newItemRow, insertItems, withIdRetry } from '../item/store.ts'

interface SmallFile {
  readonly parentId: string | null
  readonly name: string
  readonly bytes: Buffer
}

interface Addition extends Pick<SmallFile, 'parentId' | 'name'> {
  readonly context: MemberContext
  readonly blob: InlineBlob
}

/** Concurrent small uploads share a transaction, because each updates the usage row: docs/decisions/0023. */
export function addSmallFile(context: MemberContext, { bytes, parentId, name }: SmallFile): Promise<File> {
  const { database, principal, random } = context
  const seal = { sizeBytes: bytes.length, sha256: hash('sha256', bytes), crc32: crc32(bytes) }
  const blob = { key: inlineKey(random), seal, bytes }
  return withIdRetry(() => addTogether(database, principal.workspaceId, { context, parentId, name, blob }))
}

const addTogether = sharedTransactions(addFiles)

/** Pipelined, because no statement depends on the result of another. The quota is checked last. */
async function addFiles(
  tx: Transaction,
  workspaceId: number,
  additions: readonly [Addition, ...Addition[]],
): Promise<File[]> {
  const { clock, random, settings } = additions[0].context
  const now = clock.now()
  const blobs = additions.map(({ blob }) => blob)
  const drafts = additions.map(({ parentId, name, blob }) => ({
    parentId,
    name,
    blob: { key: blob.key, sizeBytes: blob.seal.sizeBytes },
    createdAt: now,
  }))
  const items = drafts.map((draft) => newItemRow(draft, random))
  const created = items.map((item) => toFile(item, additions[0].context))
  const events = created.map((file) => itemCreated(workspaceId, file))
  const bytes = blobs.reduce((sum, { seal }) => sum + seal.sizeBytes, 0)
  const charge = { bytes, files: additions.length, folders: 0 }
  await requestThumbnailsOf(tx, workspaceId, drafts)
  await Promise.all([
    insertInlineBlobs(tx, workspaceId, blobs, now),
    insertItems(tx, workspaceId, items),
    emitAll(tx, workspaceId, events),
    chargeItems(tx, workspaceId, charge, settings.workspaceItemsMax),
  ])
  return created
}
