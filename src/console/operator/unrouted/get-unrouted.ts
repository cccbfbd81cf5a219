import { loggedIn } from '../../../identity/schemes/session.ts'
import { readUnrouted } from '../../../sms/inbound/operate-unrouted.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OfUnrouted, toUnroutedText, UnroutedText } from './model.ts'

export const getUnrouted = console.endpoint('getUnrouted', {
  method: 'GET',
  path: '/operator/unrouted/{id}',
  summary: 'Read an incoming text that belongs to no workspace',
  who: loggedIn,
  params: OfUnrouted,
  result: UnroutedText,
  problems: ['operator_required', 'unrouted_not_found'],
  permit: operatorsOnly,

  async handle({ params: { id } }, context) {
    return toUnroutedText(await readUnrouted(context, id))
  },
})
