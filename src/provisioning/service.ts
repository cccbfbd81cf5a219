import { bareEnvelope } from '../api/envelope.ts'
import { keysOf } from '../identity/schemes/api-key.ts'
import { bearerCodes } from '../identity/schemes/bearer-codes.ts'
import { approval } from '../identity/schemes/key-conditions.ts'
import type { ScopeSentences } from '../identity/key/scopes.ts'
import { defineService } from '../api/define-service.ts'
import { problems, refusals } from './problems.ts'

/** Called by servers only; answers without an envelope (docs/api/conventions.md#answers, docs/api/keys.md#refusals). */
export const provisioning = defineService({
  name: 'provisioning',
  title: 'Bureau provisioning',
  description: 'Create accounts for customers of partners. The operator has to approve each caller.',
  envelope: bareEnvelope,
  problems,
  callers: [keysOf('provisioning', { condition: approval, accountLimits: { perMinute: 60, perDay: 2000 } })],
  codes: {
    ...bearerCodes,
    not_approved: 'access_not_granted',
    limit_reached: 'rate_limited',
    limits_unavailable: 'rate_limit_unavailable',
    malformed_request: 'invalid_request',
    malformed_json: 'invalid_json',
    body_too_large: 'payload_too_large',
    unknown_path: 'not_found',
    unknown_method: 'method_not_allowed',
    precondition_failed: 'invalid_request',
    unsatisfiable_range: 'invalid_request',
    busy: 'rate_limited',
    timed_out: 'gateway_timeout',
    unreachable: 'bad_gateway',
    failed: 'server_error',
  },
  constraints: {},
  refusals,
  scopes: {
    'users:create': 'Create individual accounts.',
    'business:create': 'Create business accounts.',
    'workspace:invite': 'Invite people to organizations that the key owner administers.',
    'users:password_reset': 'Mail reset links to accounts that the integration created.',
  } satisfies ScopeSentences<'provisioning'>,
  resources: {
    provisioning: 'Accounts of customers, invitations to their organizations, and links to reset passwords.',
  },
  rateHeaders: [
    'X-RateLimit-Limit-Minute',
    'X-RateLimit-Remaining-Minute',
    'X-RateLimit-Limit-Day',
    'X-RateLimit-Remaining-Day',
  ],
  jsonBytesMax: 64 * 1024,
  bodyRequired: true,
  cors: false,
  audited: true,
})
