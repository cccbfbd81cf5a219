import { okEnvelope } from '../api/envelope.ts'
import { keysOf } from '../identity/schemes/api-key.ts'
import { ownersPlan } from '../identity/schemes/key-conditions.ts'
import { systemSecretKind } from '../identity/schemes/system-secret.ts'
import type { ScopeSentences } from '../identity/key/scopes.ts'
import { defineService } from '../api/define-service.ts'
import { problems } from './problems.ts'

const mebibyte = 1024 * 1024

export const sms = defineService({
  name: 'sms',
  title: 'SMS API',
  description:
    'Sends text messages and reports their delivery, reads inbound messages, lists the numbers to send from, and runs groups.',
  envelope: okEnvelope,
  problems,
  callers: [keysOf('sms', { condition: ownersPlan }), systemSecretKind],
  codes: {
    missing_key: 'unauthorized',
    malformed_key: 'invalid_key',
    unknown_key: 'invalid_key',
    revoked_key: 'invalid_key',
    expired_key: 'invalid_key',
    orphaned_key: 'invalid_key',
    disabled_account: 'invalid_key',
    other_service: 'invalid_key',
    origin_missing: 'invalid_key',
    origin_blocked: 'invalid_key',
    address_blocked: 'invalid_key',
    missing_secret: 'unauthorized',
    wrong_secret: 'invalid_key',
    no_subscription: 'subscription_inactive',
    not_in_plan: 'subscription_inactive',
    scope_missing: 'insufficient_scope',
    limit_reached: 'rate_limited',
    limits_unavailable: 'rate_limited',
    malformed_request: 'bad_request',
    malformed_json: 'bad_request',
    body_too_large: 'bad_request',
    unknown_path: 'not_found',
    unknown_method: 'not_found',
    precondition_failed: 'bad_request',
    unsatisfiable_range: 'bad_request',
    busy: 'rate_limited',
    timed_out: 'gateway_timeout',
    unreachable: 'bad_gateway',
    failed: 'internal_error',
  },
  constraints: {},
  scopes: {
    'messages:send': 'Send messages and cancel queued ones.',
    'messages:read': 'Read messages and delivery status.',
    'numbers:read': 'List numbers.',
    'groups:read': 'Read groups and members.',
    'groups:write': 'Create and change groups.',
  } satisfies ScopeSentences<'sms'>,
  resources: {
    health: 'Whether the service answers.',
    numbers: 'The numbers that an account may send from.',
    messages: 'Inbound and outbound text messages and their delivery status.',
    groups: 'Groups on dedicated numbers, which forward the texts of their members.',
    system: "Codes and notices of the operator's own applications.",
  },
  rateHeaders: [],
  jsonBytesMax: mebibyte,
  cors: false,
})
