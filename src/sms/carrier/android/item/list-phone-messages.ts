import { z } from 'zod'
import { anyDevice } from '../../../../identity/schemes/device.ts'
import type { Context } from '../../../../api/context.ts'
import { deviceFlow } from '../../../../api/limiters.ts'
import { bodyOf, isReadable } from '../../../message/body.ts'
import { claimMessages } from '../../../queue/claim-messages.ts'
import { hasSince, parseVersion } from '../phone/rules.ts'
import { type PhoneRow, requireDevice } from '../phone/store.ts'
import { phones } from '../protocol/service.ts'
import { type HeldItem, itemId, PhoneMessage } from './model.ts'
import { listingOf, longAgo, validUntil } from './rules.ts'
import { heldItems, noteQueried, noteListed } from './store.ts'

const itemsMax = 100

/** The app lets these messages bypass its own limits and pauses. */
const urgentPriority = 100

export const listPhoneMessages = phones.endpoint('listPhoneMessages', {
  method: 'GET',
  path: '/message',
  summary: 'Fetch messages to send',
  description:
    'What was listed is listed again until the phone reports on it. After two minutes without a word it is listed with a time limit in the past, which asks and cannot send.',
  who: anyDevice,

  // An order that the app does not know must not stop it.
  query: z.object({ order: z.string().max(64).optional().describe('fifo or lifo, which is the default') }),
  result: z.array(PhoneMessage),
  problems: [],

  async handle({ query }, context) {
    const { database, limiters, principal } = context
    const messages = await limiters.devices.run(deviceFlow(principal.numberId), async () => {
      const phone = await requireDevice(database, principal)
      await claimMessages(context, principal.numberId)
      return list(context, principal, phone)
    })
    return query.order === 'fifo' ? messages : messages.toReversed()
  },
})

async function list(
  { database, clock, vault }: Context,
  device: { readonly numberId: number; readonly deviceId: string },
  phone: PhoneRow,
): Promise<PhoneMessage[]> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    await noteListed(tx, device, now)
    const held = (await heldItems(tx, device.numberId, itemsMax)).filter((row) => isReadable(row, vault))
    const listed = held.map((row) => ({
      item: { ...row, body: bodyOf(row, vault) },
      how: listingOf(row, device.deviceId, now),
    }))
    const asked = listed.filter(({ how }) => how === 'query').map(({ item }) => item.id)
    if (asked.length > 0) await noteQueried(tx, asked, now)
    return listed.flatMap(({ item, how }) => (how === 'skip' ? [] : [toPhoneMessage(item, how, phone)]))
  })
}

function toPhoneMessage(
  item: HeldItem,
  how: 'send' | 'query',
  { sim, app_version: version, clock_ahead_seconds: clockAheadSeconds }: PhoneRow,
): PhoneMessage {
  const until = how === 'query' ? longAgo : validUntil(item, clockAheadSeconds)
  return {
    id: itemId(item),
    textMessage: { text: item.body },
    ...(!hasSince(parseVersion(version), 40) && { message: item.body }),
    phoneNumbers: [item.phone],
    ...(sim !== null && { simNumber: sim }),
    withDeliveryReport: true,
    validUntil: until.toISOString(),
    priority: item.urgent ? urgentPriority : 0,
    createdAt: item.createdAt.toISOString(),
  }
}
