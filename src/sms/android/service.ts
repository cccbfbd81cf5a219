import { device } from '../../identity/schemes/device.ts'
import { defineService } from '../../api/define-service.ts'
import type { Envelope } from '../../api/envelope.ts'
import { problems } from './problems.ts'

/** The answers that the app expects: the result itself, and `{message, code}` for failures. */
export const phoneEnvelope: Envelope = {
  success: (result) => result,
  around: (json) => json,
  failure: ({ code, message }) => ({ message, code }),
  successSchema: (result) => result,
  failureSchema: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' }, code: { type: 'string' } },
  },
}

/**
 * What phones connect to: the mobile API, version 1, of the app "SMS Gateway for Android", as the app calls it. The app is
 * not changed for us, so paths, fields and statuses are its own: docs/phones.md#protocol.
 */
export const phones = defineService({
  name: 'phones',
  title: 'Phones',
  description: 'What Android phones with the app "SMS Gateway for Android" call.',
  envelope: phoneEnvelope,
  problems,
  callers: [device],
  codes: {
    missing_token: 'unauthorized',
    unknown_token: 'unauthorized',
    malformed_request: 'bad_request',
    malformed_json: 'bad_request',
    body_too_large: 'body_too_large',
    unknown_path: 'not_found',
    unknown_method: 'not_found',
    precondition_failed: 'bad_request',
    unsatisfiable_range: 'bad_request',
    busy: 'busy',
    timed_out: 'timed_out',
    unreachable: 'busy',
    failed: 'internal_error',
  },
  constraints: {},
  scopes: {},
  rateHeaders: [],
  jsonBytesMax: 64 * 1024,
  cors: false,
})
