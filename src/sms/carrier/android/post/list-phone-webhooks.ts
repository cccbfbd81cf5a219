import { z } from 'zod'
import { anyDevice } from '../../../../identity/schemes/device.ts'
import { appVersion } from '../phone/rules.ts'
import { fetchedDigest } from '../phone/settings.ts'
import { noteFacts, noteFetched, requireDevice } from '../phone/store.ts'
import { phones } from '../protocol/service.ts'
import { PhoneWebhook, webhooksOf } from './webhooks.ts'

export const listPhoneWebhooks = phones.endpoint('listPhoneWebhooks', {
  method: 'GET',
  path: '/webhooks',
  summary: 'Fetch where to post inbound texts and other events',
  description: 'Only events that the version of the app knows.',
  who: anyDevice,

  result: z.array(PhoneWebhook),
  problems: [],

  async handle(_input, context) {
    const { database, principal, call } = context
    const told = appVersion(String(call.headers['user-agent']))
    const phone = await requireDevice(database, principal)
    await noteFacts(database, principal.numberId, { appVersion: told })
    const webhooks = webhooksOf({ ...phone, app_version: told ?? phone.app_version }, context)
    await noteFetched(database, principal.deviceId, { webhooks: fetchedDigest(webhooks) })
    return webhooks
  },
})
