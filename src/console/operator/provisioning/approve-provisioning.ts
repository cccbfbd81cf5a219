import { noContent } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { decide, OfPerson } from './decide.ts'

export const approveProvisioning = console.endpoint('approveProvisioning', {
  method: 'POST',
  path: '/operator/provisioning/{user}/approve',
  summary: 'Allow a person to use the provisioning API',
  description: 'Also without a request. The person gets a mail.',
  who: loggedIn,
  params: OfPerson,
  result: noContent,
  problems: ['operator_required', 'user_not_found'],
  permit: operatorsOnly,
  handle: ({ params }, context) => decide(context, params.user, 'approve'),
})
