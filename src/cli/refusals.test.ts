import { expect, test } from 'vitest'
import { IdentityRefusal, type RefusalFacts, type RefusalReason } from '../identity/refusal.ts'
import { refusalSentence } from './refusals.ts'

const [userId, workspaceId, service] = [3, 4, 'files'] as const

const examples: { readonly [Reason in RefusalReason]: RefusalFacts[Reason] } = {
  user_not_found: { userId },
  user_disabled: { userId },
  user_deleted: { userId },
  workspace_not_found: { workspaceId },
  last_operator: { userId },
  setup_closed: {},
  setup_token_invalid: {},
  name_missing: {},
  password_weak: { fault: 'short' },
  key_ended: { keyId: 5, state: 'revoked' },
  key_not_found: { keyId: 5 },
  plan_taken: { plan: 'pro' },
  plan_not_found: { plan: 'gold' },
  email_invalid: { email: 'ann' },
  email_taken: { email: 'ann@example.com' },
  personal_workspace: { workspaceId },
  organization_limit_reached: { userId, organizationsMax: 10 },
  already_a_member: { workspaceId, userId },
  not_a_member: { workspaceId, userId },
  member_not_found: { workspaceId, userId },
  owner_cannot_leave: { workspaceId, userId },
  owner_role_fixed: { workspaceId, userId },
  admin_required: { workspaceId, userId },
  owner_required: { workspaceId, userId },
  account_limit_reached: { userId, retrySeconds: 60 },
  invitation_limit_reached: { limit: 'inviter_hour', retrySeconds: 60 },
  too_many_invitations: { workspaceId },
  invitation_not_found: { invitationId: 6 },
  invitation_not_valid: { state: 'expired' },
  invitation_for_another: { email: 'ann@example.com' },
  too_many_invite_codes: { workspaceId },
  invite_code_not_found: { code: '0123456789ABCDEF' },
  invite_code_not_valid: { state: 'used' },
  recently_invited: { email: 'ann@example.com', retrySeconds: 60 },
  credentials_changed: { userId },
  session_ended: { userId },
  not_approved: { userId },
  approval_not_found: { userId },
  approval_not_requested: { userId },
  already_approved: { userId },
  scopes_missing: { service },
  scope_unknown: { service, scope: 'messages:send' },
  address_invalid: { address: '300.1.1.1' },
  domain_invalid: { domain: 'https://example.com' },
  expiry_in_past: { expiresAt: new Date('2026-01-01') },
  not_for_service: { service, option: 'number' },
}

const sentence = (reason: RefusalReason) => refusalSentence(new IdentityRefusal(reason, examples[reason]))

test('a refusal says what is wrong and what to do', () => {
  expect(sentence('not_a_member')).toBe(
    'Workspace 4 does not exist, or user 3 is not a member. Add them with "bureau members add".',
  )
  expect(sentence('workspace_not_found')).toBe('Workspace 4 does not exist.')
  expect(sentence('not_for_service')).toBe('Only SMS keys can be bound to a number. Leave --number out.')
})

test.each(Object.keys(examples) as RefusalReason[])('%s is one line of whole sentences', (reason) => {
  expect(sentence(reason)).toMatch(/^["A-Z].*\.$/)
})

test.each(Object.entries(examples))('%s tells the facts that the operator gave', (reason, facts) => {
  if (reason === 'not_for_service') return
  for (const fact of Object.values(facts))
    expect(sentence(reason as RefusalReason)).toContain(fact instanceof Date ? fact.toISOString() : `${fact}`)
})
