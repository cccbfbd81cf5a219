import { dataEnvelope } from '../../api/envelope.ts'
import { mount } from '../../api/mount.ts'
import { endpoints } from '../../files/endpoints.ts'
import { mountSharePages } from '../../files/link/pages.ts'
import { files as service } from '../../files/service.ts'
import { addDocuments, apiPrefix, type Origin } from './origin.ts'

/** The files API and the pages of its links. */
export const files: Origin = {
  profile: {
    name: 'files',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
  },
  relayed: true,
  mount: async (app, parts) => {
    const api = { prefix: apiPrefix, service: service.profile, endpoints }
    await mount(app, { ...api, gate: parts.gate, context: parts.context })
    await mountSharePages(app, parts.context)
    addDocuments(app, parts, {
      name: 'files',
      title: 'Bureau files',
      description: 'The files API at its own origin, which has no time limit for a request.',
      parts: [api],
    })
  },
}
