import { z } from 'zod'
import { noContent } from '../../api/result.ts'
import { writeShareMessage } from '../../files/share/note.ts'
import { member } from '../../identity/schemes/session.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { OfShare, ShareMessage } from './model.ts'

export const setShareNote = console.endpoint('setShareNote', {
  method: 'PATCH',
  path: '/workspaces/{workspace}/shares/{file_id}/note',
  summary: 'Set the message that visitors of a share see',
  description: 'An empty message clears it. Visitors who unlocked the link stay.',
  who: member,
  plan: 'files',
  params: OfShare,
  body: z.object({ message: ShareMessage }),
  result: noContent,
  problems: ['invalid_message', 'not_found', 'not_shared'],

  async handle({ params: { file_id: id }, body: { message } }, context) {
    if (!(await writeShareMessage(context, id, message))) throw problem.not_shared()
  },
})
