import { bearerProblems } from '../access/gates/bearer-codes.ts'

/** Every expected failure of the provisioning API: docs/api/keys.md#refusals. */
export const problems = {
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  ...bearerProblems,
  wrong_service: [403, 'The key is for another service. Use a provisioning key.'],
  access_not_granted: [403, 'The account is not approved for provisioning. Ask the operator to approve it.'],
  not_found: [404, 'This path does not exist.'],
  method_not_allowed: [405, 'This path only allows POST.'],
  payload_too_large: [413, 'The body is larger than 64 KB.'],
  rate_limited: [429, 'Too many requests. Retry after the seconds in Retry-After.'],
  rate_limit_unavailable: [503, 'Rate limits could not be checked; nothing was done. Retry.'],
  server_error: [500, 'Something went wrong. Retry; if it fails again, report X-Request-Id.'],
  bad_gateway: [502, 'The service cannot be reached. Retry.'],
  gateway_timeout: [
    504,
    'The request exceeded the time limit of the gateway. Check its outcome, then retry.',
  ],
} as const
