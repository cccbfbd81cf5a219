import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { BlobStoreFull } from '../../platform/blobs/store.ts'
import { refusedAs, wholeNumber } from '../../api/field.ts'
import { retryAfter } from '../../api/problem.ts'
import { OtherStatus } from '../../api/result.ts'
import { storeFault } from '../blob/store-fault.ts'
import { announceBlobs, deletePendingBlobs, startMultipart } from '../blob/store.ts'
import { ItemName, ParentId } from '../item/model.ts'
import { requireAllowedType } from '../item/rules.ts'
import { findItem } from '../item/store.ts'
import { destination } from '../item/destination.ts'
import { chunkedUploadBytesMax, uploadRequestsPerMinute } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { reserveBytes } from '../usage/store.ts'
import { releaseUpload } from './release-upload.ts'
import { toSession, UploadSession, type Upload } from './model.ts'
import { chunkBytesOf, chunkCount, idleSince } from './rules.ts'
import {
  bytesInFlight,
  closeUpload,
  findUpload,
  insertUpload,
  lockUploader,
  resumeUpload,
  type UploadIdentity,
} from './store.ts'
import { exampleUpload } from './examples.ts'

export const openUpload = files.endpoint('openUpload', {
  method: 'POST',
  path: '/uploads',
  summary: 'Open a chunked upload, or resume it',
  description:
    'The same name, size and folder as an unfinished upload of this user resume it: 200 with `resumed` true, and ' +
    '`missing_chunks` lists what to send. An upload without activity for 7 days is deleted.',
  who: key('files:write'),
  limit: { group: 'open-upload', windowSeconds: 600, perCredentialMax: 300, perUserMax: 600 },
  perMinuteMax: uploadRequestsPerMinute,
  body: z.object({
    name: ItemName,
    size: refusedAs('invalid_size', wholeNumber({ min: 1, max: chunkedUploadBytesMax })).describe('bytes'),
    parent_id: ParentId.nullish().describe(
      'null is the root; omitted: the root or the scope folder of the key',
    ),
  }),
  status: 201,
  otherStatus: 200,
  result: UploadSession,
  problems: [
    'invalid_name',
    'invalid_size',
    'invalid_upload',
    'file_type_blocked',
    'not_a_folder',
    'folder_not_found',
    'out_of_scope',
    'quota_exceeded',
    'upload_queue_full',
  ],
  example: {
    body: { name: exampleUpload.name, size: exampleUpload.size },
    answer: { ...exampleUpload, resumed: false },
    otherAnswer: { ...exampleUpload, resumed: true },
  },

  async handle({ body }, context) {
    const { principal, database, settings } = context
    requireAllowedType(body.name, settings.blockedExtensions)
    const parentId = await destination(principal, body.parent_id, (id) => findItem(database, principal, id))
    const identity = { name: body.name, size: body.size, parentId }
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const unfinished = await resume(context, identity)
      if (unfinished) return new OtherStatus(toSession(unfinished, true))
      const opened = await open(context, identity)
      if (opened) return toSession(opened, false)
    }
    throw problem.invalid_upload({
      message: 'Other requests keep opening and ending this upload. Try again.',
    })
  },
})

/** Other requests may open and end the same upload in between. */
const attemptsMax = 3

const timesOf = (now: Date) => ({ now, idleSince: idleSince(now) })

async function resume(
  { principal, database, clock }: MemberContext,
  identity: UploadIdentity,
): Promise<Upload | undefined> {
  const times = timesOf(clock.now())
  const found = await resumeUpload(database, principal, identity, times)
  if (!found || found.idle) return undefined
  return findUpload(database, principal, found.key, times.idleSince)
}

/** Row first, parts second, session third, so that the sweepers find the remains of a crash. */
async function open(context: MemberContext, identity: UploadIdentity): Promise<Upload | undefined> {
  const { principal, database, blobs, random, clock } = context
  const { workspaceId } = principal
  const blobKey = random.base62(32)
  await announceBlobs(database, workspaceId, [{ key: blobKey, sizeBytes: 0 }], clock.now())
  let parts: string | undefined
  const forget = async () => {
    // A session whose commit was not confirmed keeps its blob.
    const deleted = await deletePendingBlobs(database, workspaceId, [blobKey])
    if (deleted.length > 0 && parts !== undefined) await blobs.abortParts(blobKey, parts)
  }
  try {
    parts = await blobs.createParts(blobKey, {
      sizeBytes: identity.size,
      partBytes: chunkBytesOf(identity.size),
    })
    const opened = await insert(context, identity, blobKey, parts)
    if (!opened) await forget()
    return opened
  } catch (error) {
    await forget()
    throw refusalOf(error)
  }
}

/** Undefined when a concurrent request opened the same upload. */
function insert(
  { principal, database, random, clock, settings }: MemberContext,
  identity: UploadIdentity,
  blobKey: string,
  parts: string,
): Promise<Upload | undefined> {
  const { workspaceId, userId } = principal
  return database.transaction(async (tx) => {
    await lockUploader(tx, userId)
    const times = timesOf(clock.now())
    const same = await resumeUpload(tx, principal, identity, times)
    if (same && !same.idle) return undefined
    const idle = same && (await closeUpload(tx, workspaceId, same.key))
    if (idle) await releaseUpload(tx, idle, times.now)
    if ((await bytesInFlight(tx, userId, times.idleSince)) + identity.size > settings.bytesInFlightMax) {
      throw queueFull()
    }
    const key = random.base62(32)
    const chunkBytes = chunkBytesOf(identity.size)
    const totalChunks = chunkCount(identity.size, chunkBytes)
    if (!(await startMultipart(tx, workspaceId, blobKey, parts))) throw problem.invalid_upload()
    await insertUpload(tx, principal, {
      ...identity,
      key,
      chunkBytes,
      totalChunks,
      blobKey,
      createdAt: times.now,
    })
    await reserveBytes(tx, workspaceId, identity.size)
    return {
      key,
      name: identity.name,
      size: identity.size,
      parent_id: identity.parentId,
      chunk_size: chunkBytes,
      blob_key: blobKey,
      parts,
      created_at: times.now,
      whole: [],
    }
  })
}

/** About the time of a few chunks; when another upload will end is unknown. */
const queueRetryMs = 60_000

const queueFull = () =>
  problem.upload_queue_full({
    details: { retry_after_ms: queueRetryMs },
    ...retryAfter(queueRetryMs / 1000),
  })

/** A store that is away is not the caller's fault, so it has no code of its own here. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof BlobStoreFull)) return error
  return problem.invalid_upload(storeFault(error, 'this file'))
}
