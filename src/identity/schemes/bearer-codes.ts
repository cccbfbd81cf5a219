/** The refusals of the three APIs that take `bf_` keys: docs/api/keys.md#refusals. Each API adds its own codes. */
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

/** Without `wrong_service`, which each API words itself. */
export const bearerProblems = {
  missing_authorization: [401, 'Send Authorization: Bearer <API key>.'],
  invalid_token_format: [
    401,
    'The key is malformed. Send the whole key, which begins with bf_live_ or bf_test_.',
  ],
  invalid_token: [401, 'The key does not exist. Check it for typos.'],
  token_revoked: [401, 'The key was revoked. Use another key.'],
  token_expired: [401, 'The key has expired. Use another key.'],
  token_orphaned: [401, 'The creator of the key left the workspace. Use another key.'],
  account_disabled: [401, 'The creator of the key is disabled. Contact the operator.'],
  insufficient_scope: [403, 'The key lacks the scope for this request. Use a key that has it.'],
  origin_required: [403, 'The key is restricted to origins. Send an Origin or Referer header.'],
  origin_blocked: [403, 'The key is not allowed from this origin. Add the origin to the key.'],
  ip_blocked: [403, 'The key is not allowed from this IP address. Add the address to the key.'],
} as const
