import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { BlobTooLarge } from '../../platform/blobs/store.ts'
import { bytesOrForm } from '../../api/body.ts'
import { refusedAs, shownAs } from '../../api/field.ts'
import type { ArrivingFile } from '../../platform/http/multipart.ts'
import { Problem } from '../../api/problem.ts'
import { openPendingBlob } from '../blob/pending-blob.ts'
import { storeFault } from '../blob/store-fault.ts'
import { uploadRequestsPerMinute } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { UploadKey } from './model.ts'
import { receiveChunk } from './receive-chunk.ts'
import { chunkBytesMax, idleSince, indexIn } from './rules.ts'
import { findUpload } from './store.ts'
import { exampleBytes, oneUpload } from '../examples.ts'
import { exampleUpload } from './examples.ts'

/** For chunks in a form: storage is reserved as they arrive. */
const unknownLength = { leastBytes: 0, mostBytes: Infinity }

/** Any text: it is checked once the upload is known, so that strangers learn nothing. */
const ChunkIndex = refusedAs('invalid_index', shownAs({ type: 'integer', minimum: 0 }, z.string()))

const ReceivedChunk = z
  .object({
    upload_key: z.string(),
    index: z.int(),
    received: z.literal(true),
    duplicate: z.boolean().describe('the chunk had arrived or was arriving; the first bytes stay'),
    complete: z.boolean().describe('all chunks have arrived'),
  })
  .meta({ id: 'ReceivedChunk' })

export const sendChunk = files.endpoint('sendChunk', {
  method: 'POST',
  path: '/uploads/{upload_key}/chunk',
  summary: 'Send one chunk of an upload',
  description:
    'Every chunk has exactly `chunk_size` bytes except the last. Chunks may come in any order and in parallel. A chunk ' +
    'that is cut off does not count; send it again. The body is the chunk itself, with any content type, or a form with ' +
    'the chunk as a file.',
  who: key('files:write'),
  perMinuteMax: uploadRequestsPerMinute,
  params: z.object({ upload_key: UploadKey }),
  query: z.object({ index: ChunkIndex.optional().describe('number of the chunk, from 0') }),
  body: bytesOrForm({
    file: 'chunk',
    fileBytesMax: chunkBytesMax,
    fields: z.object({ index: ChunkIndex.optional().describe('number of the chunk, from 0') }),
    problems: { missing: 'empty_chunk', malformed: 'chunk_rejected', tooLarge: 'chunk_rejected' },
  }),
  result: ReceivedChunk,
  problems: ['invalid_index', 'empty_chunk', 'chunk_rejected', 'upload_gone'],
  example: {
    before: [oneUpload],
    params: { upload_key: '$UPLOAD_KEY' },
    query: { index: '0' },
    file: exampleBytes,
    answer: {
      upload_key: exampleUpload.upload_key,
      index: 0,
      received: true,
      duplicate: false,
      complete: true,
    },
  },

  async handle({ params: { upload_key: uploadKey }, query, body }, context) {
    let pending: ReturnType<typeof openPendingBlob> | undefined
    try {
      const { stored, fields } = await body.receive(async (file, early) => {
        const text = early.index ?? query.index
        if (text !== undefined || !file.fieldsMayFollow) return receive(context, uploadKey, text, file)
        // The index may follow the bytes, so they are stored aside until it is known.
        await requireUpload(context, uploadKey)
        pending = openPendingBlob(context, context.principal.workspaceId, context.call.signal)
        const { sizeBytes } = await pending.store(file.bytes, chunkBytesMax, unknownLength)
        return { key: pending.key, sizeBytes }
      })
      const answer =
        'key' in stored ? await receive(context, uploadKey, fields.index, waiting(context, stored)) : stored
      return { upload_key: uploadKey, received: true as const, ...answer }
    } catch (error) {
      if (error instanceof BlobTooLarge) throw problem.chunk_rejected()
      if (error instanceof Problem && error.code === 'quota_exceeded') throw noSpaceAside()
      // The store may recover: the chunk counts as missing and can be sent again.
      const fault = storeFault(error, 'this chunk')
      throw fault ? problem.chunk_rejected(fault) : error
    } finally {
      await pending?.discard()
    }
  },
})

/** These bytes are stored twice for a while, but the upload has reserved storage for them once. */
const noSpaceAside = () =>
  problem.chunk_rejected({
    message:
      'There is no room to keep this chunk until its index is known. Put the field "index" before the chunk.',
  })

async function receive(
  context: MemberContext,
  uploadKey: string,
  text: string | undefined,
  file: Pick<ArrivingFile, 'bytes' | 'sizeBytes'>,
) {
  const index = indexIn(text)
  if (index === undefined) {
    await requireUpload(context, uploadKey)
    throw problem.invalid_index()
  }
  return { index, ...(await receiveChunk(context, { uploadKey, index }, file)) }
}

async function requireUpload(
  { database, principal, clock }: MemberContext,
  uploadKey: string,
): Promise<void> {
  const upload = await findUpload(database, principal, uploadKey, idleSince(clock.now()))
  if (!upload) throw problem.upload_gone()
}

const waiting = ({ blobs }: MemberContext, stored: { readonly key: string; readonly sizeBytes: number }) => ({
  sizeBytes: stored.sizeBytes,
  bytes: {
    async *[Symbol.asyncIterator]() {
      yield* (await blobs.read(stored.key, {
        start: 0,
        end: stored.sizeBytes - 1,
      })) as AsyncIterable<Uint8Array>
    },
  },
})
