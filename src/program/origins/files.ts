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
  mount: async (app, dependencies) => {
    const { context, gate } = dependencies
    const api = { prefix: apiPrefix, service: service.profile, endpoints }
    await mount(app, { ...api, gates: [gate], context })
    await mountSharePages(app, context)
    addDocuments(app, dependencies, {
      name: 'files',
      title: 'Bureau files',
      description: 'The files API at its own origin, which has no time limit for a request.',
      services: [api],
    })
  },
}
