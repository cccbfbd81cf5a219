import type { FastifyInstance } from 'fastify'
import type { Context } from '../../api/context.ts'
import { dataEnvelope } from '../../api/envelope.ts'
import { mount } from '../../api/mount.ts'
import { mountPages } from '../../api/pages/mount.ts'
import { accountPages } from '../../account/pages.ts'
import { accountSite } from '../../account/site.ts'
import { endpoints as consoleEndpoints } from '../../console/endpoints.ts'
import { console as consoleService } from '../../console/service.ts'
import { mountApp } from '../../console/app/mount-app.ts'
import { startChangeStreams } from '../../console/event/start-change-streams.ts'
import { endpoints } from '../../files/endpoints.ts'
import { linkPages } from '../../files/link/pages.ts'
import { linkSite } from '../../files/link/site.ts'
import { files as service } from '../../files/service.ts'
import { addDocuments, apiPrefix, type Origin } from './origin.ts'

const consolePrefix = '/console/v1'

export const files: Origin = {
  profile: {
    name: 'files',
    envelope: dataEnvelope,
    codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
  },
  relayed: true,
  mount: async (app, dependencies) => {
    const { context, apiKeys, sessions } = dependencies
    keepChangeStreams(app, context)
    const api = { prefix: apiPrefix, service: service.profile, endpoints }
    await mount(app, { ...api, schemes: [apiKeys], context })
    await mount(app, {
      prefix: consolePrefix,
      service: consoleService.profile,
      endpoints: consoleEndpoints,
      schemes: sessions,
      context,
    })
    await mountPages(app, { site: linkSite.site, pages: linkPages, context })
    await mountPages(app, { site: accountSite.site, pages: accountPages, context })
    mountApp(app)
    addDocuments(app, dependencies, {
      name: 'files',
      title: 'Bureau files',
      description: 'The files API at its own origin, which has no time limit for a request.',
      services: [api],
    })
  },
}

/** Streams end before the origin closes. */
function keepChangeStreams(app: FastifyInstance, context: Context): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', (done) => {
    stop = startChangeStreams(context)
    done()
  })
  app.addHook('preClose', async () => {
    await stop?.()
  })
}
