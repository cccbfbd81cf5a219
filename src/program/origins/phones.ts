import type { FastifyInstance } from 'fastify'
import { deviceScheme } from '../../identity/schemes/device.ts'
import type { Context } from '../../api/context.ts'
import { mount } from '../../api/mount.ts'
import { leadToReference } from '../../api/reference/reference.ts'
import { addAssets } from '../../platform/pages/assets.ts'
import { startLoops, type Loops } from '../../platform/jobs/loop.ts'
import { phoneEndpoints } from '../../sms/android/endpoints.ts'
import { wakePhones } from '../../sms/android/event/wake-phones.ts'
import { admitPhone } from '../../sms/android/phone/admit-phone.ts'
import { mobilePrefix } from '../../sms/android/phone/model.ts'
import { phoneEnvelope, phones as service } from '../../sms/android/service.ts'
import type { Origin } from './origin.ts'

/** The origin that phones connect to, with the API of the Android app. */
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
    // The protocol of phones is the app's own; who looks for an API to call looks for that of messages.
    leadToReference(app, () => `${context.origins.sms}/docs`)
  },
}

/** Streams are open in this process, so work is announced here and not by the worker. Streams end before the origin closes. */
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
