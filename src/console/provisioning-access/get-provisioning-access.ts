import { findApproval } from '../../identity/approval/store.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { console } from '../service.ts'
import { ProvisioningAccess } from './model.ts'
import { toAccess } from './view.ts'

export const getProvisioningAccess = console.endpoint('getProvisioningAccess', {
  method: 'GET',
  path: '/me/provisioning-access',
  summary: 'Get the state of your access to the provisioning API',
  who: loggedIn,
  result: ProvisioningAccess,
  problems: [],

  handle: async (_input, { principal, database }) => toAccess(await findApproval(database, principal.userId)),
})
