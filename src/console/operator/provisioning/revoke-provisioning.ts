import { noContent } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { decide, OfPerson } from './decide.ts'

export const revokeProvisioning = console.endpoint('revokeProvisioning', {
  method: 'POST',
  path: '/operator/provisioning/{user}/revoke',
  summary: 'Withdraw the access to the provisioning API',
  description: 'The provisioning keys of the person stop before the answer. The person gets a mail.',
  who: loggedIn,
  params: OfPerson,
  result: noContent,
  problems: ['operator_required', 'user_not_found', 'access_not_approved'],
  permit: operatorsOnly,
  handle: ({ params }, context) => decide(context, params.user, 'revoke'),
})
