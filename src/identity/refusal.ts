import type { ServiceName } from './services.ts'
import { brokenConstraint } from '../platform/database/connection.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'

export interface Membership {
  readonly workspaceId: number
  readonly userId: number
}

type NoFacts = Readonly<Record<never, never>>

/** Why identity refuses, with the facts. The command line and HTTP put them into words. */
export interface RefusalFacts {
  readonly user_not_found: { readonly userId: number }
  readonly user_disabled: { readonly userId: number }
  readonly user_deleted: { readonly userId: number }
  readonly workspace_not_found: { readonly workspaceId: number }
  readonly key_not_found: { readonly keyId: number }
  readonly plan_not_found: { readonly plan: string }
  readonly plan_taken: { readonly plan: string }
  readonly email_invalid: { readonly email: string }
  readonly email_taken: { readonly email: string }
  /** The owner is the only member of a personal workspace. */
  readonly personal_workspace: { readonly workspaceId: number }
  readonly organization_limit_reached: { readonly userId: number; readonly organizationsMax: number }
  readonly already_a_member: Membership
  readonly not_a_member: Membership
  readonly member_not_found: Membership
  readonly owner_cannot_leave: Membership
  readonly owner_role_fixed: Membership
  readonly admin_required: Membership
  readonly owner_required: Membership
  readonly account_limit_reached: { readonly userId: number; readonly retrySeconds: number }
  readonly invitation_limit_reached: {
    readonly limit: 'recipient_day' | 'inviter_hour' | 'workspace_day'
    readonly retrySeconds: number
  }
  readonly too_many_invitations: { readonly workspaceId: number }
  readonly invitation_not_found: { readonly invitationId: number }
  readonly invitation_not_valid: { readonly state: 'unknown' | 'used' | 'expired' | 'revoked' }
  readonly invitation_for_another: { readonly email: string }
  readonly too_many_invite_codes: { readonly workspaceId: number }
  readonly invite_code_not_found: { readonly code: string }
  readonly invite_code_not_valid: { readonly state: 'unknown' | 'used' | 'revoked' }
  readonly recently_invited: { readonly email: string; readonly retrySeconds: number }
  /** Password, two-step verification, or account changed between the check of a log-in and its session. */
  readonly credentials_changed: { readonly userId: number }
  /** The session ended, or its person was disabled, after authentication. */
  readonly session_ended: { readonly userId: number }
  readonly not_approved: { readonly userId: number }
  readonly approval_not_found: { readonly userId: number }
  readonly approval_not_requested: { readonly userId: number }
  readonly already_approved: { readonly userId: number }
  /** The last enabled operator cannot be removed or disabled. */
  readonly last_operator: { readonly userId: number }
  /** There is an operator. */
  readonly setup_closed: NoFacts
  /** Unknown, expired, or ended by a newer one. */
  readonly setup_token_invalid: NoFacts
  readonly name_missing: NoFacts
  readonly password_weak: { readonly fault: 'short' | 'long' | 'address' | 'common' }
  readonly key_ended: {
    readonly keyId: number
    readonly state: 'revoked' | 'expired' | 'disabled' | 'orphaned'
  }
  readonly scopes_missing: { readonly service: ServiceName }
  readonly scope_unknown: { readonly service: ServiceName; readonly scope: string }
  readonly address_invalid: { readonly address: string }
  readonly domain_invalid: { readonly domain: string }
  readonly expiry_in_past: { readonly expiresAt: Date }
  /** Keys of this service cannot have the property. */
  readonly not_for_service: { readonly service: ServiceName; readonly option: KeyOption }
}

export type KeyOption = 'number' | 'folder' | 'test' | 'restrictions'
export type RefusalReason = keyof RefusalFacts

/** The only error that functions of identity throw on purpose. */
export class IdentityRefusal<Reason extends RefusalReason = RefusalReason> extends ReasonedError {
  override readonly name = 'IdentityRefusal'
  override readonly reason: Reason
  override readonly retrySeconds: number | undefined
  readonly facts: RefusalFacts[Reason]

  constructor(reason: Reason, facts: RefusalFacts[Reason]) {
    super(reason)
    this.reason = reason
    this.facts = facts
    this.retrySeconds = 'retrySeconds' in facts ? facts.retrySeconds : undefined
  }
}

export const isRefusal = <Reason extends RefusalReason>(
  error: unknown,
  reason: Reason,
): error is IdentityRefusal<Reason> => error instanceof IdentityRefusal && error.reason === reason

/** For the `catch` of a statement: throws the refusal that the violated constraint stands for, and other errors unchanged. */
export const refusing =
  (refusals: Readonly<Record<string, () => IdentityRefusal>>) =>
  (error: unknown): never => {
    const constraint = brokenConstraint(error)
    throw (constraint === undefined ? undefined : refusals[constraint]?.()) ?? error
  }
