import { dataEnvelope } from '../../api/envelope.ts'
import type { Origin } from './origin.ts'

/** The origin that phones and carriers connect to. It does not have endpoints yet: every path is unknown. */
export const phones: Origin = {
  profile: {
    name: 'phones',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
  },
  mount: () => Promise.resolve(),
}
