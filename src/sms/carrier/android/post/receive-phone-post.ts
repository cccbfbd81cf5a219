import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { whole } from '../../../../api/body.ts'
import { nobody } from '../../../../api/caller.ts'
import type { Context } from '../../../../api/context.ts'
import type { Call } from '../../../../api/endpoint.ts'
import { text } from '../../../../api/field.ts'
import { deviceFlow } from '../../../../api/limiters.ts'
import { recordContact } from '../phone/admit-phone.ts'
import { digestOf, openPostSecrets } from '../phone/secrets.ts'
import { findByAddress, noteFacts } from '../phone/store.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'
import { parseJson } from '../protocol/read-json.ts'
import { Post } from './model.ts'
import { clockToleranceSeconds } from './rules.ts'
import { takePost } from './take-post.ts'

/** The longest text, fully escaped, is a quarter of a megabyte. */
const bytesMax = 256 * 1024

type Headers = Readonly<Record<string, string | string[] | undefined>>

function isSigned(body: Buffer, headers: Headers, signingKey: string): boolean {
  const expected = createHmac('sha256', signingKey)
    .update(body)
    .update(String(headers['x-timestamp']))
    .digest()
  const given = Buffer.from(String(headers['x-signature']), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const receivePhonePost = phones.endpoint('receivePhonePost', {
  method: 'POST',
  path: '/inbound/{address}',
  summary: 'Take an inbound text or another event from a phone',
  description:
    'The phone posts one after the other, and repeats what is not answered with 2xx for weeks. So what will never be accepted is answered with 200 too, and 401 only where a repeat can help.',
  who: nobody,

  params: z.object({ address: text().max(64) }),
  body: whole({ bytesMax }),
  result: z.object({}),
  problems: ['wrong_signature', 'wrong_time'],

  // A permit for each step: a phone may post ten thousand slow bodies. To save memory, unknown posters' are not read.
  async handle({ params: { address }, body }, context) {
    const withPermit = <Result>(work: () => Promise<Result>) =>
      context.limiters.devices.run(deviceFlow(address), work)
    if (await withPermit(() => findPoster(context, address))) {
      const bytes = await body()
      await withPermit(() => receive(context, address, bytes))
    }
    return {}
  },
})

type PostContext = Context & { readonly call: Call }

/** Looked up again after the body has arrived, because the phone may have been disconnected. */
async function findPoster({ database, log, call }: PostContext, address: string) {
  const phone = await findByAddress(database, digestOf(address))
  if (!phone)
    log.warn({ request_id: call.requestId }, 'A post to an address that no phone has (any more) was dropped.')
  return phone
}

async function receive(context: PostContext, address: string, body: Buffer): Promise<void> {
  const { database, clock, vault, call } = context
  const phone = await findPoster(context, address)
  if (!phone) return
  const { signingKey } = openPostSecrets(vault, phone.sealed_secret, phone.number_id)
  if (!isSigned(body, call.headers, signingKey)) throw problem.wrong_signature()
  const aheadSeconds = Math.round(Number(call.headers['x-timestamp']) - clock.now().getTime() / 1000)
  const isNear = Number.isSafeInteger(aheadSeconds) && Math.abs(aheadSeconds) <= clockToleranceSeconds
  if (!isNear) throw problem.wrong_time()
  const post = Post.safeParse(parseJson(body))
  await recordContact(context, phone)
  if (Math.abs(aheadSeconds - phone.clock_ahead_seconds) > 1)
    await noteFacts(database, phone.number_id, { clockAheadSeconds: aheadSeconds })
  if (post.success) await takePost(context, { ...phone, clock_ahead_seconds: aheadSeconds }, post.data)
}
