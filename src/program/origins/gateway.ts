import { dataEnvelope } from '../../api/envelope.ts'
import { leadToReference } from '../../api/reference/reference.ts'
import { gatewayServices, mountGateway } from '../../gateway/routes.ts'
import { addDocuments, type Origin } from './origin.ts'

export const gateway: Origin = {
  profile: {
    name: 'gateway',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
  },
  mount: async (app, dependencies) => {
    const { roles } = dependencies
    const filesUpstream = roles.has('files') ? undefined : dependencies.filesUpstream
    await mountGateway(app, { ...dependencies, filesUpstream })
    leadToReference(app)
    addDocuments(app, dependencies, {
      name: 'gateway',
      title: 'Bureau',
      description: 'The APIs behind one origin, with a time limit of 60 seconds for a request.',
      services: gatewayServices,
    })
  },
}
