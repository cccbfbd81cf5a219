import type { FastifyInstance } from 'fastify'
import { deviceScheme } from '../../identity/schemes/device.ts'
import type { Context } from '../../api/context.ts'
import { mount } from '../../api/mount.ts'
import { leadToReference } from '../../api/reference/reference.ts'
import { addAssets } from '../../platform/pages/assets.ts'
import { startLoops, type Loops } from '../../platform/jobs/loop.ts'
import { phoneEndpoints } from '../../sms/carrier/android/endpoints.ts'
import { wakePhones } from '../../sms/carrier/android/event/wake-phones.ts'
import { admitPhone } from '../../sms/carrier/android/phone/admit-phone.ts'
import { mobilePrefix } from '../../sms/carrier/android/phone/model.ts'
import { phoneEnvelope, phones as service } from '../../sms/carrier/android/protocol/service.ts'
import type { Origin } from './origin.ts'

export const phones: Origin = {
  profile: {
    name: 'phones',
    envelope: phoneEnvelope,
    codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'internal_error' },
  },
  mount: async (app, { context }) => {
    announceWork(app, context)
    const api = { prefix: mobilePrefix, service: service.profile, endpoints: phoneEndpoints }
    await mount(app, { ...api, schemes: [deviceScheme(admitPhone(context))], context })
    addAssets(app)
    // The app defines the protocol of phones, so the reference shows the SMS API.
    leadToReference(app, () => `${context.origins.sms}/docs`)
  },
}

/** Not in the worker, because the streams are open in this process. Streams end before the origin closes. */
function announceWork(app: FastifyInstance, context: Context): void {
  let loops: Loops | undefined
  app.addHook('onReady', (done) => {
    loops = startLoops({ loops: [wakePhones()], context })
    done()
  })
  app.addHook('preClose', async () => {
    context.streams.close()
    await loops?.stop()
  })
}
