import { defineService } from '../api/define-service.ts'
import { dataEnvelope } from '../api/envelope.ts'
import { personKind, sessionKind } from '../identity/schemes/session.ts'
import { problems, refusals } from './problems.ts'

/** What the web app calls. It adopts the operations of the other APIs (adopted.ts) and adds its own. */
export const console = defineService({
  name: 'console',
  title: 'Console',
  description:
    'The API of the web app. It takes the cookie of a log-in and no key, and only from pages of the files origin. ' +
    'It may change with every version: programs use the other APIs.',
  envelope: dataEnvelope,
  problems,
  callers: [personKind, sessionKind],
  codes: {
    not_logged_in: 'not_logged_in',
    cross_site: 'cross_site',
    unknown_workspace: 'workspace_not_found',
    no_subscription: 'subscription_required',
    not_in_plan: 'plan_upgrade_required',
    not_in_owners_plan: 'subscription_inactive',
    limit_reached: 'rate_limited',
    limits_unavailable: 'rate_limited',
    malformed_request: 'invalid_request',
    malformed_json: 'invalid_json',
    body_too_large: 'body_too_large',
    unknown_path: 'not_found',
    unknown_method: 'method_not_allowed',
    precondition_failed: 'precondition_failed',
    unsatisfiable_range: 'range_not_satisfiable',
    busy: 'rate_limited',
    timed_out: 'gateway_timeout',
    unreachable: 'bad_gateway',
    failed: 'internal_error',
  },
  constraints: {},
  refusals,
  scopes: {},
  rateHeaders: [],
  jsonBytesMax: 1024 * 1024,
  namesFields: true,
  cors: false,
})
