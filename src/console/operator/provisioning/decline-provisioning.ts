import { noContent } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { decide, OfPerson } from './decide.ts'

export const declineProvisioning = console.endpoint('declineProvisioning', {
  method: 'POST',
  path: '/operator/provisioning/{user}/decline',
  summary: 'Decline a request for access to the provisioning API',
  description: 'The person gets a mail.',
  who: loggedIn,
  params: OfPerson,
  result: noContent,
  problems: ['operator_required', 'user_not_found', 'request_not_pending'],
  permit: operatorsOnly,
  handle: ({ params }, context) => decide(context, params.user, 'decline'),
})
