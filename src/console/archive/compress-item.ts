import { z } from 'zod'
import { events } from '../../api/result.ts'
import { compress } from '../../files/archive/compress-file.ts'
import { ItemId } from '../../files/item/model.ts'
import { archiveLimit } from '../../files/limits.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { workStream } from './work-stream.ts'

export const compressItem = console.endpoint('compressItem', {
  method: 'POST',
  path: '/workspaces/{workspace}/items/{id}/compress',
  summary: 'Compress a file or folder, and hear of the progress',
  description:
    'Like `files.compressFile`, with server-sent events: `progress` with the `done` bytes of `total`, at most four a second, ' +
    'then `done` with the archive as `data`, or `failed` with the error.',
  who: member,
  plan: 'files',
  limit: archiveLimit,
  params: z.object({ ...inWorkspace.shape, id: ItemId }),
  result: events,
  problems: ['compress_failed', 'quota_exceeded', 'too_many_items', 'too_large'],

  handle: ({ params: { id } }, context) =>
    workStream(context, async (report) => ({ data: await compress(context, id, report) })),
})
