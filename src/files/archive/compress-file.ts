import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { BlobMissing, BlobTooLarge, type BlobSeal } from '../../platform/blobs/store.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { deflateBlock } from '../../platform/zip/deflate.ts'
import { brokenConstraint } from '../../platform/database/connection.ts'
import { openPendingBlob } from '../blob/pending-blob.ts'
import { storeFault } from '../blob/store-fault.ts'
import { publishBlobs } from '../blob/store.ts'
import { addFile } from '../file/add-file.ts'
import { File, ItemId } from '../item/model.ts'
import { requireItem } from '../item/store.ts'
import { archiveLimit, chunkedUploadBytesMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { bytesLeft } from '../usage/rules.ts'
import { findUsage } from '../usage/store.ts'
import { withChecksums } from './checksums.ts'
import { compressedArchive } from './compressed-archive.ts'
import { archiveEntries, PathTooLong, type ArchiveEntry } from './entries.ts'
import { progressOf, type Report } from './progress.ts'
import { archiveName, requireCompressible } from './rules.ts'
import { readTree } from './tree.ts'
import { limited } from '../limited.ts'
import { exampleFile, oneFile, withId } from '../examples.ts'

export const compressFile = files.endpoint('compressFile', {
  method: 'POST',
  path: '/files/{id}/compress',
  summary: 'Compress a file or folder into a zip archive next to it',
  description:
    'The archive of a folder holds the contents of the folder. The uncompressed size must fit into the free space.',
  who: key('files:write'),
  limit: archiveLimit,
  params: z.object({ id: ItemId }),
  status: 201,
  result: File,
  problems: ['out_of_scope', 'compress_failed', 'quota_exceeded', 'too_many_items', 'too_large'],
  example: {
    before: [oneFile],
    params: { id: '$FILE_ID' },
    answer: withId(
      { ...exampleFile, name: 'report.txt.zip', size: 148, mime_type: 'application/zip', extension: 'zip' },
      'p3Q4r5S6',
    ),
  },

  handle: ({ params }, context) => compress(context, params.id),
})

/** Throws what `compressFile` declares. */
export async function compress(
  context: MemberContext,
  id: string,
  report: Report = () => undefined,
): Promise<File> {
  const { principal, call, database, settings, limiters, blobs } = context
  const flowKeys = workspaceFlow(principal.workspaceId)
  const original = await requireItem(database, principal, id)
  // The archive would be created outside of the key's folder.
  if (original.id === principal.folderId) throw problem.out_of_scope()
  archiveName(original.name, settings.blockedExtensions)

  const release = await limiters.compressions.acquire(flowKeys, { signal: call.signal })
  const pending = openPendingBlob(context, principal.workspaceId, call.signal)
  try {
    const freeBytes = bytesLeft(await findUsage(database, principal.workspaceId))
    const planned = await limited(context, 'plans', () => planEntries(context, id, freeBytes))
    const onWritten = progressOf(
      planned.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      report,
    )
    const reader = { workspaceId: principal.workspaceId, flowKeys }
    const entries = await withChecksums(context, reader, planned, call.signal)
    const deflate = (bytes: Buffer) => limiters.compressors.run(flowKeys, () => deflateBlock(bytes))
    const archive = compressedArchive({ blobs, deflate, onWritten }, entries)
    const bytesMax = Math.min(freeBytes, chunkedUploadBytesMax)
    const seal = await pending.store(archive, bytesMax, { leastBytes: 0, mostBytes: Infinity })
    call.signal.throwIfAborted()
    return await addArchive(context, id, pending.key, seal)
  } catch (error) {
    await pending.discard()
    throw refusalOf(error)
  } finally {
    release()
  }
}

async function planEntries(
  { principal, call, database }: MemberContext,
  id: string,
  freeBytes: number,
): Promise<ArchiveEntry[]> {
  const { items } = await readTree(database, principal, id, call.signal)
  if (items.length === 0) throw problem.not_found()
  requireCompressible(items, freeBytes)
  return archiveEntries(items, id, call.signal)
}

/** Publishes the archive beside its original, which may have moved meanwhile; the quota is checked last. */
function addArchive(context: MemberContext, originalId: string, key: string, seal: BlobSeal): Promise<File> {
  const { principal, settings, database } = context
  return database.transaction(async (tx) => {
    const original = await requireItem(tx, principal, originalId)
    const published = await publishBlobs(tx, principal.workspaceId, [{ key, seal }])
    if (!published) throw problem.compress_failed()
    const archive = {
      parentId: original.parent_id,
      name: archiveName(original.name, settings.blockedExtensions),
      blob: { key, sizeBytes: seal.sizeBytes },
    }
    return addFile(tx, context, archive, published.reserved_bytes)
  })
}

function refusalOf(error: unknown): unknown {
  // The original was deleted together with its folder.
  if (brokenConstraint(error) === 'file_parent') return problem.not_found()
  if (error instanceof BlobTooLarge) return problem.quota_exceeded()
  if (error instanceof PathTooLong) return problem.compress_failed({ message: error.message })
  if (error instanceof BlobMissing) {
    return problem.compress_failed({ message: 'A file was deleted while it was being compressed.' })
  }
  const fault = storeFault(error, 'the archive')
  return fault ? problem.compress_failed(fault) : error
}
