import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { exampleMessage } from '../message/examples.ts'
import { MessageBody } from '../message/model.ts'
import { answerSend, queueMessages } from '../message/queue-messages.ts'
import { idempotencyKeyOf, sendHeaders, sendOptions, SendResult } from '../message/send-fields.ts'
import { usableById } from '../number/store.ts'
import { problem } from '../problems.ts'
import { queueChannel } from '../lanes.ts'
import { sms } from '../service.ts'
import { requireGroup } from './checks.ts'
import { exampleGroup, oneGroup } from './examples.ts'
import { type Group, GroupId } from './model.ts'

export const sendGroupMessage = sms.endpoint('sendGroupMessage', {
  method: 'POST',
  path: '/groups/{id}/messages',
  summary: 'Send a text to all members of a group',
  description: 'Answers like a send to the phones of the members, from the number of the group.',
  who: key('messages:send'),

  headers: sendHeaders,
  params: z.object({ id: GroupId }),
  body: z.object({ body: MessageBody, ...sendOptions }),
  status: 202,
  result: SendResult,
  problems: ['invalid_body', 'not_found', 'group_inactive', 'daily_limit_reached'],
  example: {
    before: [oneGroup],
    params: { id: '$GROUP_ID' },
    body: { body: 'We meet at noon.' },
    answer: {
      messages: [
        {
          ...exampleMessage,
          body: 'We meet at noon.',
          number_id: exampleGroup.number_id,
          number: exampleGroup.number,
          group_id: exampleGroup.id,
        },
      ],
    },
  },

  async handle({ params: { id }, body }, { database, clock, notifications, principal, call }) {
    const { workspaceId, numberId } = principal
    const key = idempotencyKeyOf(call.headers, body.idempotency_key)
    return database.transaction((tx) =>
      answerOnce(tx, clock, { workspaceId, boundTo: numberId, key }, async () => {
        const group = await requireGroup(tx, principal, id)
        await requireActive(tx, workspaceId, group)
        const send = {
          phones: group.members.map(({ phone }) => phone),
          body: body.body,
          clientRef: body.client_ref ?? null,
          sender: { id: group.number_id, phone: group.number },
          groupId: group.id,
          ttlSeconds: body.ttl,
        }
        const queued = await queueMessages(tx, clock, workspaceId, send)
        tx.afterCommit(() => notifications.notify(queueChannel))
        return answerSend(queued)
      }),
    )
  },
})

/** Throws `group_inactive`. */
async function requireActive(tx: Transaction, workspaceId: number, group: Group): Promise<void> {
  const refuse = (message: string) => problem.group_inactive({ message })
  const number = await usableById(tx, workspaceId, group.number_id)
  if (number?.workspace_id !== workspaceId)
    throw refuse(
      'The number of the group is no longer dedicated to this account. Ask the operator, or create the group on another number.',
    )
  if (!group.active) throw refuse('The group is inactive. Make it active first.')
  if (group.members.length === 0) throw refuse('The group has no members. Add some first.')
}
