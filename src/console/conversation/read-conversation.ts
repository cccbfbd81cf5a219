import { z } from 'zod'
import { idNumber } from '../../api/field.ts'
import { noContent } from '../../api/result.ts'
import { withPermit } from '../../iam/permit.ts'
import { member } from '../../identity/schemes/session.ts'
import { personScope } from '../../platform/changes/change-set.ts'
import { hasMessage, holdConversation, writeMark } from '../../sms/conversation/store.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { OfPhone } from './model.ts'

export const readConversation = console.endpoint('readConversation', {
  method: 'POST',
  path: '/workspaces/{workspace}/conversations/{phone}/read',
  summary: 'Mark a conversation as read, for yourself, up to a message',
  description: 'A message before the one that you read last changes nothing.',
  who: member,
  plan: 'sms',
  params: OfPhone,
  body: z.object({ message_id: idNumber() }),
  result: noContent,
  problems: ['conversation_not_found', 'not_in_conversation'],

  async handle({ params: { phone }, body }, context) {
    const { principal, database } = context
    const { workspaceId } = principal
    const mark = { phone, messageId: body.message_id }
    await withPermit(context)(() =>
      database.transaction(async (tx) => {
        if (!(await holdConversation(tx, workspaceId, phone))) throw problem.conversation_not_found()
        if (!(await hasMessage(tx, workspaceId, mark))) throw problem.not_in_conversation()
        if (await writeMark(tx, principal, mark))
          tx.tell({
            scope: personScope(workspaceId, principal.userId),
            topic: 'reads',
            ids: [mark.messageId],
          })
      }),
    )
  },
})
