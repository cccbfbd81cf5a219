import { dataEnvelope } from '../api/envelope.ts'
import { keysOf } from '../identity/schemes/api-key.ts'
import { bearerCodes } from '../identity/schemes/bearer-codes.ts'
import type { ScopeSentences } from '../identity/key/scopes.ts'
import { defineService } from '../api/define-service.ts'
import { problems, refusals } from './problems.ts'

/** Envelope, errors, and limit headers are those of the files API: docs/api/conventions.md#answers. */
export const iam = defineService({
  name: 'iam',
  title: 'Bureau identity and membership',
  description: 'Members, invitations and invite codes of an organization. A key is bound to one workspace.',
  envelope: dataEnvelope,
  problems,
  callers: [keysOf('iam')],
  codes: {
    ...bearerCodes,
    limit_reached: 'rate_limited',
    limits_unavailable: 'rate_limited',
    malformed_request: 'invalid_request',
    malformed_json: 'invalid_json',
    body_too_large: 'body_too_large',
    unknown_path: 'not_found',
    unknown_method: 'method_not_allowed',
    precondition_failed: 'invalid_request',
    unsatisfiable_range: 'range_not_satisfiable',
    busy: 'rate_limited',
    timed_out: 'gateway_timeout',
    unreachable: 'bad_gateway',
    failed: 'internal_error',
  },
  constraints: {},
  refusals,
  scopes: {
    'iam:read': 'List members, pending invitations and invite codes.',
    'iam:write': 'Invite, change roles, remove members, manage invitations and invite codes.',
  } satisfies ScopeSentences<'iam'>,
  resources: {
    members: 'The people of the organization, and those who are invited.',
    invites: 'Invitations that were not accepted yet.',
    'invite-codes': 'Join links that each let one person in.',
  },
  rateHeaders: [
    'X-RateLimit-Limit-Minute',
    'X-RateLimit-Remaining-Minute',
    'X-RateLimit-Reset-Seconds',
    'X-RateLimit-Limit-Day',
    'X-RateLimit-Remaining-Day',
  ],
  jsonBytesMax: 1024 * 1024,
  cors: true,
})
