import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { uploadRequestsPerMinute } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { toProgress, UploadKey, UploadProgress } from './model.ts'
import { idleSince } from './rules.ts'
import { findUpload } from './store.ts'
import { exampleFile, oneUpload } from '../examples.ts'
import { exampleUpload } from './examples.ts'

export const getUpload = files.endpoint('getUpload', {
  method: 'GET',
  path: '/uploads/{upload_key}',
  summary: 'Get the progress of an upload',
  description:
    'This call does not count as activity: the upload is still deleted after 7 days without a chunk.',
  who: key('files:write'),
  perMinuteMax: uploadRequestsPerMinute,
  params: z.object({ upload_key: UploadKey }),
  result: UploadProgress,
  problems: ['upload_gone'],
  example: {
    before: [oneUpload],
    params: { upload_key: '$UPLOAD_KEY' },
    answer: { ...exampleUpload, status: 'open', received_chunks: 0, created_at: exampleFile.created_at },
  },

  async handle({ params }, { principal, database, clock }) {
    const upload = await findUpload(database, principal, params.upload_key, idleSince(clock.now()))
    if (!upload) throw problem.upload_gone()
    return toProgress(upload)
  },
})
