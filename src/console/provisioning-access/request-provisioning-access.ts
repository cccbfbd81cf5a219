import { z } from 'zod'
import { characters, refusedAs, text, wholeNumber } from '../../api/field.ts'
import { findApproval } from '../../identity/approval/store.ts'
import { requestProvisioning } from '../../identity/approval/change-approval.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { inForce } from '../../identity/in-force.ts'
import { isBlankName, isName } from '../../identity/name.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { console } from '../service.ts'
import { ProvisioningAccess } from './model.ts'
import { toAccess } from './view.ts'

const companyCharactersMax = 200
const purposeCharactersMax = 2000
const monthlyAccountsMax = 1_000_000

const trimmed = () => text().transform((value) => value.trim())

export const requestProvisioningAccess = console.endpoint('requestProvisioningAccess', {
  method: 'POST',
  path: '/me/provisioning-access',
  summary: 'Ask for access to the provisioning API',
  description: 'An operator decides. A new request replaces one that is open, was declined, or was revoked.',
  who: loggedIn,
  body: z.object({
    company: refusedAs(
      'invalid_access_request',
      trimmed().refine(
        (name) => isName(name, companyCharactersMax),
        `must have 1 to ${companyCharactersMax} characters on one line`,
      ),
    ),
    purpose: refusedAs(
      'invalid_access_request',
      trimmed().refine(
        (value) => !isBlankName(value) && characters(value) <= purposeCharactersMax,
        `must have 1 to ${purposeCharactersMax} characters`,
      ),
    ),
    monthly_accounts: refusedAs('invalid_access_request', wholeNumber({ min: 0, max: monthlyAccountsMax })),
  }),
  status: 201,
  result: ProvisioningAccess,
  problems: ['invalid_access_request', 'already_approved'],

  async handle({ body: { company, purpose, monthly_accounts: monthlyAccounts } }, context) {
    const { principal } = context
    const { userId } = principal
    return inForce(context, async (tx) => {
      await holdSession(tx, principal)
      await requestProvisioning(tx, { userId, company, purpose, monthlyAccounts })
      await auditCall(tx, context, { action: 'approval.request', target: `user:${userId}` })
      return toAccess(await findApproval(tx, userId))
    })
  },
})
