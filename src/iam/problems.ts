import { bearerProblems } from '../identity/schemes/bearer-codes.ts'
import type { RefusalReason } from '../identity/refusal.ts'
import { defineProblems } from '../api/problem.ts'

/** Also used by the files API, which adopts these operations: docs/api/iam.md#errors. */
export const peopleProblems = {
  not_an_org_workspace: [400, 'This is a personal workspace. Only organizations have members.'],
  invalid_email: [400, 'email must be one address, like ann@example.com.'],
  invalid_role: [400, 'role must be member or admin.'],
  invite_failed: [400, 'The person is already a member of the workspace.'],
  role_change_failed: [400, 'The role of the owner cannot change.'],
  remove_failed: [400, 'The owner cannot be removed from the workspace.'],
  cannot_remove_self: [
    400,
    'The creator of the key cannot be removed with it. Use the key of another admin.',
  ],
  not_admin: [403, 'Only admins and the owner of the workspace may do this.'],
  owner_required: [403, 'Only the owner of the workspace may do this.'],
  member_not_found: [404, 'The workspace does not have this member.'],
  invite_not_found: [404, 'The workspace does not have this pending invitation.'],
  invite_code_not_found: [404, 'The workspace does not have this unused invite code.'],
  invite_rate_limited: [429, 'Too many invitations. Try again after the seconds in Retry-After.'],
  too_many_pending_invites: [
    429,
    'The workspace has 200 pending invitations. Cancel some, or wait until they are accepted.',
  ],
  too_many_invite_codes: [429, 'The workspace has 50 unused invite codes. Revoke some of them.'],
} as const

export const problems = {
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  ...peopleProblems,
  ...bearerProblems,
  wrong_service: [403, 'The key is for another service. Use an IAM key.'],
  not_found: [404, 'This path does not exist.'],
  workspace_not_found: [404, 'The workspace does not exist.'],
  method_not_allowed: [405, 'This path does not allow the method.'],
  body_too_large: [413, 'The body is larger than 1 MB.'],
  range_not_satisfiable: [416, 'The range is outside the file.'],
  rate_limited: [429, 'Too many requests. Retry after the seconds in Retry-After.'],
  internal_error: [500, 'Something went wrong. Retry; if it fails again, report X-Request-Id.'],
  bad_gateway: [502, 'The service cannot be reached. Retry.'],
  gateway_timeout: [
    504,
    'The request exceeded the time limit of the gateway. Check its outcome, then retry.',
  ],
} as const

export const refusals = {
  personal_workspace: 'not_an_org_workspace',
  already_a_member: 'invite_failed',
  owner_role_fixed: 'role_change_failed',
  owner_cannot_leave: 'remove_failed',
  admin_required: 'not_admin',
  owner_required: 'owner_required',
  // The creator of the key was removed after authentication.
  not_a_member: 'token_orphaned',
  member_not_found: 'member_not_found',
  invitation_not_found: 'invite_not_found',
  invite_code_not_found: 'invite_code_not_found',
  too_many_invitations: 'too_many_pending_invites',
  too_many_invite_codes: 'too_many_invite_codes',
} as const satisfies Partial<Record<RefusalReason, keyof typeof problems>>

export const problem = defineProblems(problems)
