import { anyDevice } from '../../../../identity/schemes/device.ts'
import { events } from '../../../../api/result.ts'
import { webhooksOf } from '../post/webhooks.ts'
import { fetchedDigest, settingsOf } from '../phone/settings.ts'
import { requireDevice } from '../phone/store.ts'
import { forgetTextRequest } from '../phone/texts-store.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'

/** The app fetches webhooks and settings only on an event, and may have asked for both before it was enrolled. */
export const openPhoneEvents = phones.endpoint('openPhoneEvents', {
  method: 'GET',
  path: '/events',
  summary: 'Listen for work',
  description:
    'Server-sent events: MessageEnqueued, WebhooksUpdated, SettingsUpdated, MessagesExportRequested. One stream a phone; a new one ends the old one.',
  who: anyDevice,

  result: events,
  problems: ['busy'],

  async handle(_input, context) {
    const { database, vault, streams, principal } = context
    const phone = await requireDevice(database, principal)
    await forgetTextRequest(database, principal.deviceId)
    const stale = [
      ['WebhooksUpdated', phone.fetched_webhooks, webhooksOf(phone, context)],
      ['SettingsUpdated', phone.fetched_settings, settingsOf(phone, vault)],
    ] as const
    return () => {
      const stream = streams.open(principal.deviceId)
      if (!stream) throw problem.busy()
      for (const [event, fetched, current] of stale)
        if (fetched !== fetchedDigest(current)) streams.send(principal.deviceId, event)
      return stream
    }
  },
})
