import { okEnvelope } from '../../api/envelope.ts'
import { systemSecretScheme } from '../../identity/schemes/system-secret.ts'
import { mount } from '../../api/mount.ts'
import { leadToReference } from '../../api/reference/reference.ts'
import { endpoints } from '../../sms/endpoints.ts'
import { sms as service } from '../../sms/service.ts'
import { addDocuments, apiPrefix, type Origin } from './origin.ts'

export const sms: Origin = {
  profile: {
    name: 'sms',
    envelope: okEnvelope,
    codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'internal_error' },
  },
  mount: async (app, dependencies) => {
    const { context, apiKeys } = dependencies
    const api = { prefix: apiPrefix, service: service.profile, endpoints }
    await mount(app, { ...api, schemes: [apiKeys, systemSecretScheme()], context })
    leadToReference(app)
    addDocuments(app, dependencies, {
      name: 'sms',
      title: 'Bureau SMS',
      description: 'Text messages on real phones and carriers.',
      services: [api],
    })
  },
}
