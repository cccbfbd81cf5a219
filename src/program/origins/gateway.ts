import { dataEnvelope } from '../../api/envelope.ts'
import { gatewayServices, mountGateway } from '../../gateway/routes.ts'
import { addDocuments, type Origin } from './origin.ts'

/** `/v1/files`, `/v1/users` and `/v1/iam`: services of this process, or relayed. */
export const gateway: Origin = {
  profile: {
    name: 'gateway',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
  },
  mount: async (app, parts) => {
    const filesUpstream = parts.roles.has('files') ? undefined : parts.filesUpstream
    await mountGateway(app, { ...parts, filesUpstream })
    addDocuments(app, parts, {
      name: 'gateway',
      title: 'Bureau',
      description: 'Files, provisioning and membership behind one origin.',
      parts: gatewayServices,
    })
  },
}
