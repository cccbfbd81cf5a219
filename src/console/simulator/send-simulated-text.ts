import { z } from 'zod'
import { refusedAs, text } from '../../api/field.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { lockPermit } from '../../identity/lock-permit.ts'
import { member } from '../../identity/schemes/session.ts'
import { simulateInbound } from '../../sms/carrier/simulator/operate-simulator.ts'
import { MessageBody } from '../../sms/message/model.ts'
import { console } from '../service.ts'
import { OfSimulator, refused } from './model.ts'

export const sendSimulatedText = console.endpoint('sendSimulatedText', {
  method: 'POST',
  path: '/workspaces/{workspace}/simulator/{number}/texts',
  summary: 'Write a text as a person at the other end of a simulated number',
  description:
    'It becomes an inbound message of the workspace. On a number of the pool, only people to whom this workspace wrote ' +
    'last can answer. Nothing leaves the installation.',
  who: member,
  plan: 'sms',
  limit: { group: 'simulated-text', windowSeconds: 60, perCredentialMax: 60, perUserMax: 60 },
  params: OfSimulator,
  body: z.object({
    from: refusedAs('invalid_number', text()).describe('The phone number of the person.'),
    body: MessageBody,
  }),
  status: 201,
  result: z.object({ id: z.int().describe('The ID of the inbound message.') }),
  problems: ['number_not_found', 'invalid_number', 'invalid_body', 'not_your_contact'],

  async handle({ params: { number: numberId }, body: { from, body } }, context) {
    const { limiters, call, principal } = context
    const { workspaceId } = principal
    const withPermit = lockPermit(limiters, workspaceFlow(workspaceId), call)
    try {
      const { id } = await withPermit(() => simulateInbound(context, { numberId, from, body, workspaceId }))
      return { id }
    } catch (error) {
      throw refused(error, 'from')
    }
  },
})
