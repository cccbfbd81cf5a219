import { z } from 'zod'
import { download } from '../../api/result.ts'
import { ItemId, previewDownload } from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

export const getItemPreview = console.endpoint('getItemPreview', {
  method: 'GET',
  path: '/workspaces/{workspace}/items/{id}/preview',
  summary: 'Show a file, or a range of it, in the browser',
  description:
    'Pictures, audio, video, and PDF under their own type, and all text, also HTML and SVG, as plain text. ' +
    'Other types have no preview. A player asks for many ranges, so only refusals are recorded.',
  who: member,
  plan: 'files',
  isRecorded: false,
  params: z.object({ ...inWorkspace.shape, id: ItemId }),
  result: download,
  problems: ['no_preview'],

  async handle({ params }, context) {
    const preview = await previewDownload(context, context.principal, params.id)
    if (preview === undefined) throw problem.not_found()
    if (preview === null) throw problem.no_preview()
    return preview
  },
})
