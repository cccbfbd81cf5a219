import { z } from 'zod'
import { plainTime } from '../../platform/clock.ts'
import { plainInstant, refusedAs } from '../../api/field.ts'
import { itemId } from '../item/model.ts'
import { chunkCount, missingChunks } from './rules.ts'

const uploadKeyPattern = /^[0-9A-Za-z]{32}$/

export const UploadKey = refusedAs('upload_gone', z.string().regex(uploadKeyPattern))

const fields = {
  upload_key: z.string().meta({ pattern: uploadKeyPattern.source }),
  name: z.string(),
  size: z.int().describe('bytes'),
  parent_id: itemId().nullable().describe('null is the root of the workspace'),
  chunk_size: z.int().describe('bytes of every chunk except the last'),
  total_chunks: z.int(),
  missing_chunks: z.array(z.int()).describe('indexes, from 0'),
}

/** docs/api/uploads.md#opening */
export const UploadSession = z
  .object({
    ...fields,
    resumed: z
      .boolean()
      .describe('true when it resumes an unfinished upload of the same name, size and folder'),
  })
  .meta({ id: 'UploadSession' })

/** docs/api/uploads.md#resuming */
export const UploadProgress = z
  .object({
    ...fields,
    status: z.literal('open'),
    received_chunks: z.int(),
    created_at: plainInstant(),
  })
  .meta({ id: 'UploadProgress' })

/** The user, workspace and folder of a key: docs/api/uploads.md#ending-an-upload. */
export interface Uploader {
  readonly userId: number
  readonly workspaceId: number
  readonly folderId: string | null
}

export interface Upload {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly parent_id: string | null
  readonly chunk_size: number
  readonly blob_key: string
  readonly parts: string
  readonly created_at: Date
  /** Indexes of the complete chunks, in order. */
  readonly whole: readonly number[]
}

function shown(upload: Upload) {
  const total = chunkCount(upload.size, upload.chunk_size)
  return {
    upload_key: upload.key,
    name: upload.name,
    size: upload.size,
    parent_id: upload.parent_id,
    chunk_size: upload.chunk_size,
    total_chunks: total,
    missing_chunks: missingChunks(total, upload.whole),
  }
}

export const toSession = (upload: Upload, resumed: boolean): z.input<typeof UploadSession> => ({
  ...shown(upload),
  resumed,
})

export const toProgress = (upload: Upload): z.input<typeof UploadProgress> => ({
  ...shown(upload),
  status: 'open',
  received_chunks: upload.whole.length,
  created_at: plainTime(upload.created_at),
})
