import { z } from 'zod'
import { bytes } from '../../api/body.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { operatorsOnly } from '../permit.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

/** The largest chunk of an upload up to 20 GB. */
const probeBytesMax = 16 * 1024 * 1024

export const probeUpload = console.endpoint('probeUpload', {
  method: 'POST',
  path: '/operator/upload-probe',
  summary: 'Send a body as large as a chunk, to find proxies that refuse it',
  description: 'Nothing is stored.',
  who: loggedIn,
  body: bytes({ bytesMax: probeBytesMax }),
  result: z.object({ bytes: z.int().describe('That arrived.') }),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ body }) {
    let count = 0
    for await (const piece of body) {
      count += piece.byteLength
      if (count > probeBytesMax) throw problem.body_too_large({ message: 'The body is larger than 16 MiB.' })
    }
    return { bytes: count }
  },
})
