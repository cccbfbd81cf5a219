import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { combineCrc32 } from '../../platform/blobs/checksum/crc32.ts'
import { digestBlob } from '../blob/digest-blob.ts'
import { publishMultipart } from '../blob/store.ts'
import { addFile } from '../file/add-file.ts'
import { File } from '../item/model.ts'
import { findItem } from '../item/store.ts'
import { destination } from '../item/destination.ts'
import { uploadRequestsPerMinute } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { listChunks } from './chunk-store.ts'
import { UploadKey, type Upload } from './model.ts'
import { chunkAt, chunkCount, idleSince, missingChunks } from './rules.ts'
import { closeUpload, findUpload } from './store.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { exampleFile, oneUpload } from '../examples.ts'

export const completeUpload = files.endpoint('completeUpload', {
  method: 'POST',
  path: '/uploads/{upload_key}/complete',
  summary: 'Complete an upload whose chunks have all arrived',
  description:
    'Takes the same time for files of any size. After `complete_failed` the upload and its chunks are as they were: ' +
    'try again.',
  who: key('files:write'),
  perMinuteMax: uploadRequestsPerMinute,
  params: z.object({ upload_key: UploadKey }),
  status: 201,
  result: File,
  problems: [
    'incomplete_upload',
    'quota_exceeded',
    'complete_failed',
    'upload_gone',
    'folder_not_found',
    'out_of_scope',
  ],
  example: {
    before: [{ ...oneUpload, operation: 'sendChunk' }],
    params: { upload_key: '$UPLOAD_KEY' },
    answer: exampleFile,
  },

  async handle({ params }, context) {
    const { principal, database, clock } = context
    const upload = await findUpload(database, principal, params.upload_key, idleSince(clock.now()))
    if (!upload) throw problem.upload_gone()
    const total = chunkCount(upload.size, upload.chunk_size)
    const missing = missingChunks(total, upload.whole)
    if (missing.length > 0) throw problem.incomplete_upload({ details: { missing_chunks: missing } })
    const chunks = await listChunks(database, upload.key)
    if (chunks.length < total) throw problem.upload_gone()
    await completeParts(context, upload, chunks)
    const crc32 = combineCrc32(
      chunks.map((chunk) => ({ crc32: chunk.crc32, sizeBytes: chunkAt(upload, chunk.index).sizeBytes })),
    )
    return publish(context, upload, crc32)
  },
})

/** Repeatable, so a completion that fails after this can be retried. */
async function completeParts(
  { principal, blobs, database, clock, log }: MemberContext,
  upload: Upload,
  parts: readonly { readonly index: number; readonly tag: string }[],
): Promise<void> {
  try {
    await blobs.completeParts(upload.blob_key, upload.parts, { sizeBytes: upload.size, parts })
  } catch (err) {
    // A concurrent call may have completed or aborted the upload.
    if (!(await findUpload(database, principal, upload.key, idleSince(clock.now()))))
      throw problem.upload_gone()
    log.error({ err, blob_key: upload.blob_key }, 'the chunks of an upload could not be combined')
    throw problem.complete_failed()
  }
}

/** Of concurrent calls, only the one that deletes the upload's row adds the file. */
function publish(context: MemberContext, upload: Upload, crc32: number): Promise<File> {
  const { principal, clock, database } = context
  const { workspaceId } = principal
  const { name, size: sizeBytes, blob_key: key } = upload
  return database.transaction(async (tx) => {
    const parentId = await destination(principal, upload.parent_id, (id) => findItem(tx, principal, id))
    if (!(await closeUpload(tx, workspaceId, upload.key))) throw problem.upload_gone()
    await publishMultipart(tx, workspaceId, key, { sizeBytes, crc32 }, clock.now())
    await enqueue(tx, digestBlob, { workspace_id: workspaceId, key })
    return addFile(tx, context, { parentId, name, blob: { key, sizeBytes } }, sizeBytes)
  })
}
