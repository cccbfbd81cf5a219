import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { MemberContext } from '../../identity/principal.ts'
import { sharedTransactions } from '../../platform/database/shared-transactions.ts'
import { inlineKey } from '../../platform/blobs/inline-blobs.ts'
import { emitAll } from '../../platform/outbox/emit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertInlineBlobs, type InlineBlob } from '../blob/inline-store.ts'
import { itemCreated } from '../events.ts'
import { takeFilesRoom } from '../storage/store.ts'
import { requestThumbnailsOf } from '../thumbnail/request.ts'
import { toFile, type File } from './model.ts'
import { drawItem, insertDrawn, redrawing } from './store.ts'

/** A file that came whole, for a folder that its caller may write to. */
interface SmallFile {
  readonly parentId: string | null
  readonly name: string
  readonly bytes: Buffer
}

/** A file on its way into the workspace, with what its request knows. */
interface Addition extends Pick<SmallFile, 'parentId' | 'name'> {
  readonly context: MemberContext
  readonly blob: InlineBlob
}

/**
 * Adds a file of few bytes. All that is to be told of it is in one transaction, the bytes too, which those who upload to the
 * same workspace at the moment share: every file of a workspace changes the row of its usage, so their commits, each with a
 * flush of the disk, would come one after another (docs/decisions/0023).
 */
export function addSmallFile(context: MemberContext, { bytes, parentId, name }: SmallFile): Promise<File> {
  const { database, principal, random } = context
  const seal = { sizeBytes: bytes.length, sha256: hash('sha256', bytes), crc32: crc32(bytes) }
  const blob = { key: inlineKey(random), seal, bytes }
  return redrawing(() => addTogether(database, principal.workspaceId, { context, parentId, name, blob }))
}

const addTogether = sharedTransactions(addFiles)

/**
 * Nothing here depends on what the database answers to the statement before, so all are on their way at once. The quota is
 * checked last, for all together.
 */
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
  const items = drafts.map((draft) => drawItem(draft, random))
  const created = items.map((item) => toFile(item, additions[0].context))
  const events = created.map((file) => itemCreated(workspaceId, file))
  const bytes = blobs.reduce((sum, { seal }) => sum + seal.sizeBytes, 0)
  const room = { bytes, reservedBytes: 0, files: additions.length }
  await requestThumbnailsOf(tx, workspaceId, drafts)
  await Promise.all([
    insertInlineBlobs(tx, workspaceId, blobs, now),
    insertDrawn(tx, workspaceId, items),
    emitAll(tx, workspaceId, events),
    takeFilesRoom(tx, workspaceId, room, settings.workspaceItemsMax),
  ])
  return created
}
