import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { BlobTooLarge, type BlobSeal } from '../../platform/blobs/store.ts'
import { multipart } from '../../platform/http/multipart.ts'
import { inlineBytesMax } from '../blob/inline-store.ts'
import { openPendingBlob } from '../blob/pending-blob.ts'
import { readAhead } from '../blob/read-ahead.ts'
import type { ExpectedBytes } from '../blob/reservation.ts'
import { storeFault } from '../blob/store-fault.ts'
import { publishBlobs } from '../blob/store.ts'
import { destination } from '../item/destination.ts'
import { simpleUploadBytesMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { bytesLeft, expectedFileBytes } from '../usage/rules.ts'
import { findUsage } from '../usage/store.ts'
import { addFile } from './add-file.ts'
import { addSmallFile } from './add-small-file.ts'
import { File, ItemName, ParentId } from '../item/model.ts'
import { requireAllowedType } from '../item/rules.ts'
import { findItem } from '../item/store.ts'
import { exampleBytes, exampleFile } from '../examples.ts'

export const uploadFile = files.endpoint('uploadFile', {
  method: 'POST',
  path: '/files',
  summary: 'Upload a file of up to 5 GB in one request',
  description: 'Send the fields before the file, so that a refusal need not wait for its bytes.',
  who: key('files:write'),
  body: multipart({
    file: 'file',
    fileBytesMax: simpleUploadBytesMax,
    fields: z.object({
      parent_id: ParentId.optional().describe('omitted: the root or the scope folder of the key'),
      name: ItemName.optional().describe('replaces the name that comes with the file'),
    }),
    problems: { missing: 'missing_file', malformed: 'upload_failed', tooLarge: 'too_large' },
  }),
  status: 201,
  result: File,
  problems: [
    'missing_file',
    'upload_failed',
    'file_type_blocked',
    'invalid_name',
    'folder_not_found',
    'not_a_folder',
    'out_of_scope',
    'quota_exceeded',
    'too_large',
  ],
  example: { file: exampleBytes, answer: exampleFile },

  async handle({ body }, context) {
    const { principal, bodies, call, database, settings } = context
    const expected = expectedFileBytes(call.headers['content-length'])
    const limits = await limitsFor(context, expected)
    const pending = openPendingBlob(context, principal.workspaceId, call.signal)
    const find = (id: string) => findItem(database, principal, id)
    try {
      const { stored, fields } = await body.receive(async ({ fileName, ...file }, early) => {
        if (early.name !== undefined) requireAllowedType(early.name, settings.blockedExtensions)
        if (early.parent_id !== undefined) await destination(principal, early.parent_id, find)
        const ahead = await readAhead(file, inlineBytesMax, bodies.callers.from(call.address))
        if ('whole' in ahead) return { fileName, bytes: ahead.whole }
        return { fileName, seal: await pending.store(ahead.unread, limits.bytesMax, limits.expected) }
      })
      const name = fields.name ?? nameOf(stored.fileName)
      requireAllowedType(name, settings.blockedExtensions)
      call.signal.throwIfAborted()
      if (stored.seal) {
        const { key } = pending
        return await publish(context, { parentId: fields.parent_id, name, key, seal: stored.seal })
      }
      const parentId = await destination(principal, fields.parent_id, find)
      return await addSmallFile(context, { parentId, name, bytes: stored.bytes })
    } catch (error) {
      await pending.discard()
      throw refusalOf(error, limits.bytesLeft)
    }
  },
})

/** The limits of the file before its first byte; small forms are checked only when the file is added. */
async function limitsFor({ database, principal }: MemberContext, { leastBytes, mostBytes }: ExpectedBytes) {
  const left =
    mostBytes <= inlineBytesMax ? Infinity : bytesLeft(await findUsage(database, principal.workspaceId))
  const bytesMax = Math.min(left, simpleUploadBytesMax)
  if (leastBytes > bytesMax) throw tooLong(leastBytes > simpleUploadBytesMax)
  const expected = {
    leastBytes,
    mostBytes: mostBytes === Infinity ? Infinity : Math.min(mostBytes, bytesMax),
  }
  return { bytesLeft: left, bytesMax, expected }
}

/** Browsers send a nameless file when none was chosen. */
function nameOf(fileName: string): string {
  if (fileName === '') throw problem.missing_file()
  const name = ItemName.safeParse(fileName)
  if (!name.success) throw problem.invalid_name()
  return name.data
}

interface StoredUpload {
  readonly parentId: string | undefined
  readonly name: string
  readonly key: string
  readonly seal: BlobSeal
}

function publish(context: MemberContext, { parentId, name, key, seal }: StoredUpload): Promise<File> {
  const { principal, database } = context
  return database.transaction(async (tx) => {
    const folderId = await destination(principal, parentId, (id) => findItem(tx, principal, id))
    const published = await publishBlobs(tx, principal.workspaceId, [{ key, seal }])
    if (!published) throw problem.upload_failed()
    const file = { parentId: folderId, name, blob: { key, sizeBytes: seal.sizeBytes } }
    return addFile(tx, context, file, published.reserved_bytes)
  })
}

const tooLong = (forAnyUpload: boolean) =>
  forAnyUpload
    ? problem.too_large({ message: 'A file of more than 5 GB must be uploaded in chunks.' })
    : problem.quota_exceeded()

function refusalOf(error: unknown, freeBytes: number): unknown {
  if (error instanceof BlobTooLarge) return tooLong(freeBytes > simpleUploadBytesMax)
  const fault = storeFault(error, 'this file')
  return fault ? problem.upload_failed(fault) : error
}
