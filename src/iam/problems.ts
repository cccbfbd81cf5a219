import { bearerProblems } from '../access/gates/bearer-codes.ts'

/** Every expected failure of the IAM API: docs/api/keys.md#refusals. */
export const problems = {
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  ...bearerProblems,
  subscription_required: [402, 'The creator of the key needs an active subscription.'],
  plan_upgrade_required: [
    402,
    'The plan of the key’s creator does not include this service. Change the plan.',
  ],
  wrong_service: [403, 'The key is for another service. Use an IAM key.'],
  not_found: [404, 'This path does not exist.'],
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
