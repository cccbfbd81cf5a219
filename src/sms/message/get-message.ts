import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { Message, MessageId } from './model.ts'
import { findMessage } from './store.ts'
import { exampleMessage, oneMessage } from './examples.ts'

export const getMessage = sms.endpoint('getMessage', {
  method: 'GET',
  path: '/messages/{id}',
  summary: 'Get a message and its delivery status',
  who: key('messages:read'),

  params: z.object({ id: MessageId }),
  result: z.object({ message: Message }),
  problems: ['not_found'],
  example: { before: [oneMessage], params: { id: '$MESSAGE_ID' }, answer: { message: exampleMessage } },

  async handle({ params }, { database, principal }) {
    const message = await findMessage(database, principal, params.id)
    if (!message) throw problem.not_found()
    return { message }
  },
})
