import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { cancelQueued } from './end-store.ts'
import { sms } from '../service.ts'
import { exampleMessage, oneMessage } from './examples.ts'
import { Message, MessageId } from './model.ts'
import { findMessage } from './store.ts'

export const cancelMessage = sms.endpoint('cancelMessage', {
  method: 'DELETE',
  path: '/messages/{id}',
  summary: 'Cancel a message that no phone has taken yet',
  description: 'Its metered charge is refunded; the allowance of the day is not.',
  who: key('messages:send'),

  params: z.object({ id: MessageId }),
  result: z.object({ message: Message }),
  problems: ['not_found', 'not_cancellable'],
  example: {
    before: [oneMessage],
    params: { id: '$MESSAGE_ID' },
    answer: { message: { ...exampleMessage, status: 'cancelled' } },
  },

  async handle({ params: { id } }, { database, principal }) {
    const message = await findMessage(database, principal, id)
    if (!message) throw problem.not_found()
    if (!(await database.transaction((tx) => cancelQueued(tx, id)))) throw problem.not_cancellable()
    return { message: { ...message, status: 'cancelled' as const } }
  },
})
