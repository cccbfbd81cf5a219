import { z } from 'zod'
import { workspaceFlow } from '../../api/limiters.ts'
import { refusedAs, text } from '../../api/field.ts'
import { download } from '../../api/result.ts'
import { selectionDownload } from '../../files/archive/folder-download.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

const idsMax = 500

const Ids = refusedAs(
  'invalid_request',
  text()
    .transform((value) => [...new Set(value.split(','))])
    .refine((ids) => ids.length <= idsMax, `must have at most ${idsMax} IDs`),
)

export const downloadItems = console.endpoint('downloadItems', {
  method: 'GET',
  path: '/workspaces/{workspace}/items/download',
  summary: 'Download several files and folders as one zip archive, or a range of it',
  description:
    'Like `files.getFolderContent`, for any files and folders. The archive is named after the folder that they are in.',
  who: member,
  plan: 'files',
  params: inWorkspace,
  query: z.object({ ids: Ids.describe(`Up to ${idsMax} IDs, separated by commas.`) }),
  result: download,
  problems: ['too_many_items', 'too_large'],

  handle({ query: { ids } }, context) {
    const { principal, call } = context
    const reader = { flowKeys: workspaceFlow(principal.workspaceId), signal: call.signal }
    return selectionDownload(context, principal, ids, reader)
  },
})
