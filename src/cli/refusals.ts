import { scopesOf } from '../identity/key/scopes.ts'
import type { RefusalFacts, RefusalReason, IdentityRefusal, KeyOption } from '../identity/refusal.ts'
import { counted } from '../platform/counted.ts'

type Sentences = { readonly [Reason in RefusalReason]: (facts: RefusalFacts[Reason]) => string }

const sentences: Sentences = {
  user_not_found: ({ userId }) => `User ${userId} does not exist.`,
  user_disabled: ({ userId }) => `User ${userId} is disabled. Enable them with "bureau users enable".`,
  user_deleted: ({ userId }) =>
    `User ${userId} is being deleted. Bring them back with "bureau users undelete".`,
  workspace_not_found: ({ workspaceId }) => `Workspace ${workspaceId} does not exist.`,
  key_not_found: ({ keyId }) => `Key ${keyId} does not exist.`,
  plan_not_found: ({ plan }) => `Plan "${plan}" does not exist.`,
  plan_taken: ({ plan }) => `Plan "${plan}" exists already. Change it with "bureau plans update".`,
  email_invalid: ({ email }) => `"${email}" is not an e-mail address.`,
  email_taken: ({ email }) => `A user with the address ${email} already exists. Use a different address.`,
  personal_workspace: ({ workspaceId }) =>
    `Workspace ${workspaceId} is personal and cannot have other members. ` +
    'Create an organization with "bureau workspaces create".',
  organization_limit_reached: ({ userId, organizationsMax }) =>
    `User ${userId} cannot own more than ${counted(organizationsMax, 'organization')}. ` +
    'To allow more, raise BUREAU_ORGANIZATIONS_MAX.',
  already_a_member: ({ userId, workspaceId }) =>
    `User ${userId} is already a member of workspace ${workspaceId}. ` +
    'To change their role, use "bureau members role".',
  not_a_member: ({ userId, workspaceId }) =>
    `Workspace ${workspaceId} does not exist, or user ${userId} is not a member. Add them with "bureau members add".`,
  member_not_found: ({ userId, workspaceId }) =>
    `User ${userId} is not a member of workspace ${workspaceId}.`,
  owner_cannot_leave: ({ userId, workspaceId }) =>
    `User ${userId} owns workspace ${workspaceId} and cannot be removed from it. ` +
    'Give it another owner with "bureau members owner" first.',
  owner_role_fixed: ({ userId, workspaceId }) =>
    `User ${userId} owns workspace ${workspaceId}. The role of an owner cannot change.`,
  admin_required: ({ userId, workspaceId }) =>
    `User ${userId} is not an admin or the owner of workspace ${workspaceId}.`,
  owner_required: ({ userId, workspaceId }) => `User ${userId} is not the owner of workspace ${workspaceId}.`,
  account_limit_reached: ({ userId, retrySeconds }) =>
    `The keys of user ${userId} created too many accounts within a day. Retry in ${retrySeconds} s.`,
  invitation_limit_reached: ({ limit, retrySeconds }) =>
    `The limit ${limit} of invitations is reached. Retry in ${retrySeconds} s.`,
  too_many_invitations: ({ workspaceId }) => `Workspace ${workspaceId} has too many pending invitations.`,
  invitation_not_found: ({ invitationId }) => `Invitation ${invitationId} does not exist or is not pending.`,
  invitation_not_valid: ({ state }) => `The link of the invitation is ${state}. Send a new invitation.`,
  invitation_for_another: ({ email }) =>
    `The invitation is for ${email}. Log in as the person with this address.`,
  too_many_invite_codes: ({ workspaceId }) =>
    `Workspace ${workspaceId} has too many unused invite codes. Revoke some of them.`,
  invite_code_not_found: ({ code }) => `Invite code ${code} does not exist or was used.`,
  invite_code_not_valid: ({ state }) => `The invite code is ${state}. Create a new one.`,
  recently_invited: ({ email, retrySeconds }) =>
    `An invitation was sent to ${email} a moment ago. Retry in ${retrySeconds} s.`,
  credentials_changed: ({ userId }) =>
    `The account of user ${userId} changed during the log-in. Log in again.`,
  session_ended: ({ userId }) => `The session of user ${userId} has ended. Log in again.`,
  not_approved: ({ userId }) =>
    `User ${userId} is not approved for provisioning. Approve them with "bureau provisioning approve".`,
  approval_not_found: ({ userId }) => `User ${userId} is not approved for provisioning.`,
  approval_not_requested: ({ userId }) =>
    `User ${userId} has no pending request. To withdraw an approval, use "bureau provisioning revoke".`,
  already_approved: ({ userId }) => `User ${userId} is approved for provisioning already.`,
  last_operator: ({ userId }) =>
    `User ${userId} is the last operator. Add another one first with "bureau operators add --user ID".`,
  setup_closed: () => 'There is an operator already. Add another one with "bureau operators add --user ID".',
  setup_token_invalid: () => 'This link does not work. Run "bureau setup-link" for a new one.',
  name_missing: () => 'A first and last name are needed, with up to 80 characters each.',
  password_weak: ({ fault }) => passwordSentences[fault],
  key_ended: ({ keyId, state }) =>
    `Key ${keyId} is ${state} and cannot change. Create a new one with "bureau keys create".`,
  scopes_missing: ({ service }) => `A key needs at least one scope. Use: ${scopesOf[service].join(', ')}.`,
  scope_unknown: ({ service, scope }) =>
    `Scope "${scope}" does not exist in the ${service} API. Use: ${scopesOf[service].join(', ')}.`,
  address_invalid: ({ address }) => `"${address}" is not an IP address or CIDR range.`,
  domain_invalid: ({ domain }) =>
    `"${domain}" is not a domain. Write it like example.com or *.example.com, without https://.`,
  expiry_in_past: ({ expiresAt }) =>
    `The key would have expired on ${expiresAt.toISOString()}. Choose a time in the future.`,
  not_for_service: ({ option }) => optionSentences[option],
}

const optionSentences: Readonly<Record<KeyOption, string>> = {
  number: 'Only SMS keys can be bound to a number. Leave --number out.',
  folder: 'Only files keys can be limited to a folder. Leave --folder out.',
  test: 'SMS keys are always live keys. Leave --env out.',
  restrictions: 'SMS keys cannot be restricted to addresses or domains. Leave --ips and --domains out.',
}

const passwordSentences: Readonly<Record<RefusalFacts['password_weak']['fault'], string>> = {
  short: 'The password is too short. Choose one of 8 characters or more.',
  long: 'The password is too long. Choose one of up to 200 characters.',
  address: 'The password is the e-mail address. Choose another one.',
  common: 'The password is too common: it is among the first that others try. Choose another one.',
}

export const refusalSentence = <Reason extends RefusalReason>({
  reason,
  facts,
}: IdentityRefusal<Reason>): string => sentences[reason](facts)
