import { member } from '../../identity/schemes/session.ts'
import { readShareNote } from '../../files/share/note.ts'
import { console } from '../service.ts'
import { OfShare, ShareNote } from './model.ts'

export const getShareNote = console.endpoint('getShareNote', {
  method: 'GET',
  path: '/workspaces/{workspace}/shares/{file_id}/note',
  summary: 'Get what visitors of a share see of the person who shared it',
  who: member,
  plan: 'files',
  params: OfShare,
  result: ShareNote,
  problems: ['not_found'],

  async handle({ params: { file_id: id } }, context) {
    const { message, sharedBy, sharedAt } = await readShareNote(context, id)
    return { message, shared_by: sharedBy, shared_at: sharedAt?.toISOString() ?? null }
  },
})
