import { device } from '../../../../identity/schemes/device.ts'
import { defineService } from '../../../../api/define-service.ts'
import type { Envelope } from '../../../../api/envelope.ts'
import { problems } from './problems.ts'

/** The result itself, and `{message, code}` for failures, as the app expects. */
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

/** The API of the app "SMS Gateway for Android", which we can't change: docs/phones.md#protocol. */
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
