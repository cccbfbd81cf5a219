import { defineProblems } from '../api/problem.ts'
import { problems as filesProblems } from '../files/problems.ts'
import { problems as iamProblems } from '../iam/problems.ts'
import type { RefusalReason } from '../identity/refusal.ts'
import { problems as smsProblems } from '../sms/problems.ts'
import type { SmsRefusalReason } from '../sms/refusal.ts'

/** Those of the adopted services, and the console's own. */
export const problems = {
  ...smsProblems,
  ...iamProblems,
  ...filesProblems,
  invalid_request: [400, 'The request is not valid.'],
  invalid_person_name: [400, 'A name must have 1 to 80 characters on one line.'],
  missing_name: [400, 'Enter your first and last name, with up to 80 characters each.'],
  weak_password: [400, 'The password cannot be used.'],
  invalid_access_request: [400, 'The request for access is not valid.'],
  owner_cannot_leave: [400, 'The owner cannot leave. Ask the operator to make somebody else the owner.'],
  not_logged_in: [401, 'You are not logged in. Log in.'],
  subscription_required: [402, 'Your plan is not active. Ask the operator.'],
  plan_upgrade_required: [402, 'Your plan does not include files. Ask the operator.'],
  subscription_inactive: [
    402,
    'The plan of this workspace’s owner does not include texts. Ask the operator.',
  ],
  cross_site: [403, 'The request came from another site.'],
  wrong_password: [403, 'The current password is wrong.'],
  setup_closed: [403, 'Bureau is set up already. Log in, or ask an operator.'],
  invalid_setup_token: [403, 'This link does not work. Run `bureau setup-link` for a new one.'],
  operator_required: [403, 'Only operators may do this.'],
  workspace_not_found: [404, 'This workspace does not exist, or you do not belong to it.'],
  session_not_found: [404, 'You have no such open session.'],
  delivery_pending: [409, 'This delivery is still pending. Bureau sends it when its next attempt is due.'],
  webhook_inactive: [409, 'This webhook is switched off. Switch it on, then try again.'],
  email_taken: [409, 'Another account has this e-mail address.'],
  already_approved: [409, 'You have access to the provisioning API already.'],
  // Shares
  invalid_message: [400, 'The message must have at most 1,000 characters, without control characters.'],
  not_shared: [409, 'Nobody can open the link. Share the file or folder first.'],

  // Texts
  not_in_conversation: [400, 'This message belongs to another conversation.'],
  conversation_not_found: [404, 'This workspace has no texts with this phone.'],

  // Operators
  user_not_found: [404, 'There is no such person.'],
  plan_not_found: [404, 'There is no such plan.'],
  mail_not_found: [404, 'There is no such mail.'],
  job_not_found: [404, 'There is no such job. It may be done.'],
  unrouted_not_found: [404, 'This text is not on the list. It may have been assigned.'],
  number_taken: [409, 'This phone number is already in use in this installation.'],
  pool_is_real: [
    409,
    'The pool has real numbers. A simulated number there would swallow texts to real people. Choose one workspace.',
  ],
  number_without_phone: [409, 'Only Android numbers have a phone to connect.'],
  last_operator: [409, 'This is the last operator. Make somebody else an operator first.'],
  user_deleted: [409, 'The person is being deleted. Bring them back with "bureau users undelete" first.'],
  user_disabled: [409, 'The person is disabled. Enable them first.'],
  plan_taken: [409, 'A plan with this name exists already.'],
  request_not_pending: [409, 'The person has no pending request.'],
  access_not_approved: [409, 'The person has no access to the provisioning API.'],
  mail_server_missing: [
    409,
    'No mail server is set up. Set BUREAU_SMTP_URL and BUREAU_MAIL_FROM, and restart Bureau.',
  ],
  mail_waiting: [409, 'The mail waits to be sent already.'],
  job_running: [409, 'The job is running. Wait until it ends.'],
  too_many_tries: [429, 'Too many tries. Try again after the seconds in Retry-After.'],
  rate_limited: [429, 'Too many requests. Try again after the seconds in Retry-After.'],

  // Simulator
  not_your_contact: [
    409,
    'This number is shared, and the last text to this person was not from this workspace. Text them first, then answer.',
  ],

  // Files
  no_preview: [404, 'This file has no preview. Download it.'],
  invalid_names: [400, 'Send 1 to 1,000 names.'],

  // Keys
  invalid_scope: [400, 'Choose at least one scope of the service.'],
  invalid_restriction: [400, 'A restriction of the key is not valid.'],
  invalid_expiry: [
    400,
    'The key must expire in the future. Send a time with its zone, like 2030-12-31T18:00:00Z.',
  ],
  access_not_granted: [403, 'The operator has not approved you for provisioning. Ask for access first.'],
  key_not_found: [404, 'This workspace has no such key, or you may not see it.'],
  too_many_keys: [409, 'The workspace has 500 keys, which is the most it can have. Revoke some first.'],

  // Numbers
  not_your_number: [403, 'The number belongs to the pool. Ask the operator to connect its phone.'],
  number_not_found: [404, 'There is no such number.'],
} as const

/** Reason of a refusal → code, beyond those of the adopted operations. */
export const refusals = {
  // The person was removed from the workspace, or disabled, after authentication.
  not_a_member: 'workspace_not_found',
  session_ended: 'not_logged_in',
  already_approved: 'already_approved',
  credentials_changed: 'wrong_password',
  setup_closed: 'setup_closed',
  setup_token_invalid: 'invalid_setup_token',
  email_invalid: 'invalid_email',
  email_taken: 'email_taken',
  name_missing: 'missing_name',
  admin_required: 'not_admin',
  owner_required: 'owner_required',
  owner_cannot_leave: 'owner_cannot_leave',
  // Operators
  user_not_found: 'user_not_found',
  user_deleted: 'user_deleted',
  user_disabled: 'user_disabled',
  last_operator: 'last_operator',
  plan_not_found: 'plan_not_found',
  plan_taken: 'plan_taken',
  approval_not_requested: 'request_not_pending',
  approval_not_found: 'access_not_approved',
  workspace_not_found: 'workspace_not_found',
  phone_invalid: 'invalid_number',
  number_taken: 'number_taken',
  pool_is_real: 'pool_is_real',
  number_not_found: 'number_not_found',
  number_without_phone: 'number_without_phone',
  unrouted_not_found: 'unrouted_not_found',
} as const satisfies Partial<Record<RefusalReason | SmsRefusalReason, keyof typeof problems>>

export const problem = defineProblems(problems)
