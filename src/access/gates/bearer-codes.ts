/**
 * How the three APIs that take `bf_` keys refuse a key: docs/api/keys.md#refusals. Each API adds the codes that it
 * names differently.
 */
export const bearerCodes = {
  missing_key: 'missing_authorization',
  malformed_key: 'invalid_token_format',
  unknown_key: 'invalid_token',
  revoked_key: 'token_revoked',
  expired_key: 'token_expired',
  orphaned_key: 'token_orphaned',
  disabled_account: 'account_disabled',
  other_service: 'wrong_service',
  origin_missing: 'origin_required',
  origin_blocked: 'origin_blocked',
  address_blocked: 'ip_blocked',
  scope_missing: 'insufficient_scope',
} as const
