import type { Context } from '../../../../api/context.ts'
import { routeStored, storeText } from '../../../inbound/receive-text.ts'
import { settlesWithin } from '../../../../platform/deadline.ts'
import { senderOf } from '../../../phone.ts'
import { applyReports } from '../item/apply-reports.ts'
import { simOf } from '../phone/rules.ts'
import { digestOf } from '../phone/secrets.ts'
import { noteFacts, type PhoneRow } from '../phone/store.ts'
import { noteTextsPosted } from '../phone/texts-store.ts'
import { PingPayload, type Post, ProgressPayload, ReceivedPayload, StartedPayload } from './model.ts'
import { receivedTime, reportOf, textKeys } from './rules.ts'
import { knownCarrierKey, lockTexts, noteText } from './store.ts'

/** Drops unknown events and forms, which the phone would repeat for weeks. */
export async function takePost(context: Context, phone: PhoneRow, post: Post): Promise<void> {
  const { database } = context
  const { event, payload } = post
  if (event === 'sms:received') {
    const received = ReceivedPayload.safeParse(payload)
    if (received.success) await takeText(context, phone, received.data)
  } else if (event === 'system:ping') {
    const ping = PingPayload.safeParse(payload)
    if (ping.success) await noteFacts(database, phone.number_id, { health: ping.data.health })
    await noteTextsPosted(database, phone.number_id, context.clock.now())
  } else if (event === 'app:started') {
    const started = StartedPayload.safeParse(payload)
    if (started.success)
      await noteFacts(database, phone.number_id, { sim: simOf(started.data.simCards, phone.phone) })
  } else {
    const progress = ProgressPayload.safeParse(payload)
    const report = progress.success ? reportOf(post, progress.data) : undefined
    if (report) await applyReports(context, phone, [report])
  }
}

async function takeText(context: Context, phone: PhoneRow, received: ReceivedPayload): Promise<void> {
  const { database, clock } = context
  const { simNumber, receivedAt, message: body } = received
  if (phone.sim !== null && simNumber !== undefined && simNumber !== phone.sim) return
  const sender = senderOf(received.sender ?? received.phoneNumber ?? '', phone.phone)
  if (sender === '') return
  const numberId = phone.number_id
  const now = clock.now()
  const { own, before } = textKeys(received, sender)
  const known = {
    messageKeys: before.flatMap(({ byId }) => (byId === undefined ? [] : [textDigest(byId)])),
    carrierKeys: before.map(({ byTime }) => textDigest(byTime)),
  }
  const at = receivedTime(receivedAt, now, phone.clock_ahead_seconds)
  const inboundId = await database.transaction(async (tx) => {
    await lockTexts(tx, numberId)
    const carrierKey = (await knownCarrierKey(tx, numberId, known)) ?? textDigest(own.byTime)
    if (own.byId !== undefined)
      await noteText(tx, { numberId, messageKey: textDigest(own.byId), carrierKey, seenAt: now })
    return storeText(tx, clock, { numberId, phone: sender, body, at, carrierKey })
  })
  if (inboundId !== undefined) await routeSoon(context, inboundId)
}

const textDigest = (key: string): string => digestOf(key).toString('base64url')

/** The app waits five seconds for an answer. */
const routeMsMax = 1500

/** Answers the phone when routing takes long; `routeWaiting` finishes it. */
async function routeSoon(context: Context, inboundId: number): Promise<void> {
  const routed = routeStored(context, inboundId).catch((error: unknown) =>
    context.log.warn({ err: error }, 'A text could not be routed at once; a loop does it.'),
  )
  await settlesWithin(routeMsMax, routed)
}
