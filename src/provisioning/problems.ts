import { bearerProblems } from '../identity/schemes/bearer-codes.ts'
import type { RefusalReason } from '../identity/refusal.ts'
import { defineProblems } from '../api/problem.ts'

/** docs/api/accounts.md#errors */
export const problems = {
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  unsupported_parameter: [
    400,
    'Passwords cannot be set through the API. People choose their own with the link that is mailed to them.',
  ],
  invalid_email: [400, 'email must be an e-mail address.'],
  missing_name: [400, 'first_name and last_name are required.'],
  missing_organization: [400, 'organization_name is required.'],
  invalid_ein: [400, 'ein must have 9 digits, as NN-NNNNNNN or NNNNNNNNN.'],
  missing_workspace: [400, 'workspace_id is required: the id of an organization, a whole number.'],
  invalid_role: [400, 'role must be member or admin.'],
  not_an_org_workspace: [400, 'The workspace is personal. Only organizations can have other members.'],
  missing_user: [400, 'user_id, a whole number, or email is required.'],

  ...bearerProblems,

  wrong_service: [403, 'The key is for another service. Use a provisioning key.'],
  access_not_granted: [403, 'The account is not approved for provisioning. Ask the operator to approve it.'],
  not_found: [404, 'This path does not exist.'],
  workspace_not_found: [404, 'Workspace not found. The creator of the key must be its owner or an admin.'],
  user_not_found: [404, 'No account that your keys created matches.'],
  method_not_allowed: [405, 'This path only allows POST.'],
  email_taken: [409, 'An account with this address already exists.'],
  already_member: [409, 'The address already belongs to a member of the workspace.'],
  payload_too_large: [413, 'The body is larger than 64 KB.'],
  rate_limited: [429, 'Too many requests. Retry after the seconds in Retry-After.'],
  account_creation_limit: [
    429,
    'Your keys created 200 accounts within 24 hours. Retry after the seconds in Retry-After.',
  ],
  invite_recently_sent: [
    429,
    'This address was invited within the last 10 minutes. Retry after the seconds in Retry-After.',
  ],
  rate_limit_unavailable: [503, 'Rate limits could not be checked; nothing was done. Retry.'],
  server_error: [500, 'Something went wrong. Retry; if it fails again, report X-Request-Id.'],
  bad_gateway: [502, 'The service cannot be reached. Retry.'],
  gateway_timeout: [
    504,
    'The request exceeded the time limit of the gateway. Check its outcome, then retry.',
  ],
} as const

export const refusals = {
  email_taken: 'email_taken',
  account_limit_reached: 'account_creation_limit',
  not_a_member: 'workspace_not_found',
  admin_required: 'workspace_not_found',
  workspace_not_found: 'workspace_not_found',
  personal_workspace: 'not_an_org_workspace',
  already_a_member: 'already_member',
  user_not_found: 'user_not_found',
  recently_invited: 'invite_recently_sent',
} as const satisfies Partial<Record<RefusalReason, keyof typeof problems>>

export const problem = defineProblems(problems)
