import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { noContent } from '../../api/result.ts'
import { uploadRequestsPerMinute } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { releaseUpload, removeAborted } from './release-upload.ts'
import { stopWriters } from './lease.ts'
import { UploadKey } from './model.ts'
import { idleSince } from './rules.ts'
import { closeUpload, findUpload } from './store.ts'
import { oneUpload } from '../examples.ts'

export const abortUpload = files.endpoint('abortUpload', {
  method: 'DELETE',
  path: '/uploads/{upload_key}',
  summary: 'Discard an upload and its chunks',
  who: key('files:write'),
  perMinuteMax: uploadRequestsPerMinute,
  params: z.object({ upload_key: UploadKey }),
  result: noContent,
  problems: ['upload_gone'],
  example: { before: [oneUpload], params: { upload_key: '$UPLOAD_KEY' } },

  async handle({ params: { upload_key: key } }, context) {
    const { principal, database, clock } = context
    const now = clock.now()
    const blob = await database.transaction(async (tx) => {
      const upload = await findUpload(tx, principal, key, idleSince(now))
      const closed = upload && (await closeUpload(tx, principal.workspaceId, key))
      if (!closed) throw problem.upload_gone()
      return releaseUpload(tx, closed, now)
    })
    await stopWriters(database, key)
    await removeAborted(context, blob)
  },
})
