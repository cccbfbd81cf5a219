import { member } from '../../identity/schemes/session.ts'
import { findConversation } from '../../sms/conversation/store.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { Conversation, OfPhone } from './model.ts'

export const getConversation = console.endpoint('getConversation', {
  method: 'GET',
  path: '/workspaces/{workspace}/conversations/{phone}',
  summary: 'Get the conversation with a phone',
  description: '`sms.listMessages` with its `phone` lists the messages.',
  who: member,
  plan: 'sms',
  params: OfPhone,
  result: Conversation,
  problems: ['conversation_not_found'],

  async handle({ params: { phone } }, { principal, database }) {
    const conversation = await findConversation(database, principal, phone)
    if (!conversation) throw problem.conversation_not_found()
    return conversation
  },
})
