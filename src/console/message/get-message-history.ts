import { z } from 'zod'
import { idText, instant, refusedAs } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { Message } from '../../sms/message/model.ts'
import { findMessage } from '../../sms/message/store.ts'
import { handoffsOf } from '../../sms/queue/history-store.ts'
import { stepKinds, stepsOf } from '../../sms/queue/steps.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

const MessageStep = z
  .object({
    at: instant().nullable().describe('Null: the time is not kept.'),
    what: z.enum(stepKinds).describe('`handed`: a number got the message. `delayed`: it tries again.'),
    number: z.string().nullable().describe('The number that did it, in E.164 form.'),
    detail: z.string().nullable().describe('The reason, as the carrier wrote it.'),
  })
  .meta({ id: 'MessageStep' })

export const getMessageHistory = console.endpoint('getMessageHistory', {
  method: 'GET',
  path: '/workspaces/{workspace}/messages/{id}/history',
  summary: 'Get a message and what happened to it, in order',
  description: 'Steps of a phone are kept for 90 days.',
  who: member,
  plan: 'sms',
  params: z.object({ ...inWorkspace.shape, id: refusedAs('not_found', idText()) }),
  result: z.object({ message: Message, steps: z.array(MessageStep) }).meta({ id: 'MessageHistory' }),
  problems: ['not_found'],

  async handle({ params: { id } }, { principal, database }) {
    const message = await findMessage(database, principal, id)
    if (!message) throw problem.not_found()
    return { message, steps: stepsOf(message, await handoffsOf(database, id)) }
  },
})
