import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { itemId } from '../item/model.ts'
import { sumSubtree } from '../folder/store.ts'
import { chunkedUploadBytesMax, simpleUploadBytesMax } from '../limits.ts'
import { files } from '../service.ts'
import { shownUsage } from '../usage/rules.ts'
import { findUsage } from '../usage/store.ts'

const Storage = z
  .object({
    workspace_id: z.int(),
    used: z.int().describe('bytes in the whole workspace'),
    limit: z.int().nullable().describe('bytes; null when unlimited'),
    unlimited: z.boolean(),
    remaining: z.int().nullable().describe('bytes; null when unlimited'),
    percent_used: z.int(),
    used_human: z.string(),
    limit_human: z.string(),
    file_count: z.int().describe('files that the key can see'),
    folder_count: z.int().describe('folders that the key can see, not counting its scope folder'),
    scope_folder_id: itemId().nullable(),
    scope_used: z.int().nullable().describe('bytes in the scope folder'),
    max_upload_size: z.object({ simple: z.int(), chunked: z.int() }).describe('bytes'),
  })
  .meta({ id: 'StorageUsage' })

export const getStorage = files.endpoint('getStorage', {
  method: 'GET',
  path: '/storage',
  summary: 'Get the storage usage of the workspace, and of the scope folder of the key',
  who: key('workspace:read'),
  result: Storage,
  problems: [],
  example: {
    answer: {
      workspace_id: 18,
      used: 0,
      limit: 5 * 1024 ** 3,
      unlimited: false,
      remaining: 5 * 1024 ** 3,
      percent_used: 0,
      used_human: '0 B',
      limit_human: '5 GB',
      file_count: 0,
      folder_count: 0,
      scope_folder_id: null,
      scope_used: null,
      max_upload_size: { simple: simpleUploadBytesMax, chunked: chunkedUploadBytesMax },
    },
  },

  async handle(_input, { principal: { workspaceId, folderId }, database }) {
    const usage = await findUsage(database, workspaceId)
    const scope = folderId === null ? undefined : await sumSubtree(database, workspaceId, folderId)
    return {
      workspace_id: workspaceId,
      ...shownUsage(usage),
      file_count: scope?.files ?? usage.file_count,
      folder_count: scope?.folders ?? usage.folder_count,
      scope_folder_id: folderId,
      scope_used: scope?.bytes ?? null,
      max_upload_size: { simple: simpleUploadBytesMax, chunked: chunkedUploadBytesMax },
    }
  },
})
