import { z } from 'zod'
import { events } from '../../api/result.ts'
import { ItemId } from '../../files/item/model.ts'
import { archiveLimit } from '../../files/limits.ts'
import { unzip } from '../../files/unzip/unzip-file.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { workStream } from './work-stream.ts'

export const unzipItem = console.endpoint('unzipItem', {
  method: 'POST',
  path: '/workspaces/{workspace}/items/{id}/unzip',
  summary: 'Extract a .zip archive, and hear of the progress',
  description:
    'Like `files.unzipFile`, with server-sent events: `progress` with the `done` bytes of `total`, at most four a second, ' +
    'then `done` with the folder as `data` and `meta.message`, or `failed` with the error.',
  who: member,
  plan: 'files',
  limit: archiveLimit,
  params: z.object({ ...inWorkspace.shape, id: ItemId }),
  result: events,
  problems: [
    'not_a_file',
    'not_a_zip',
    'unzip_failed',
    'invalid_archive',
    'quota_exceeded',
    'too_many_items',
    'too_large',
  ],

  handle: ({ params: { id } }, context) => workStream(context, (report) => unzip(context, id, report)),
})
