import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { runSmsJob } from '../../../../../test/sms-jobs.ts'

let app: TestApp
let account: Awaited<ReturnType<typeof smsAccount>>
let number: Awaited<ReturnType<typeof enrolledPhone>>['number']
let phone: Awaited<ReturnType<typeof enrolledPhone>>['phone']
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  ;({ number, phone } = await enrolledPhone(app, { tenant: account.tenant }))
})
afterAll(() => app.close())

/** A message of three parts that the phone was given. */
async function handed(body = 'three parts '.repeat(30)): Promise<number> {
  const sent = await account.send({ to: newPhone(), body, from: number.id })
  await phone.listed()
  return sent.body.messages[0]?.id ?? 0
}
const message = async (id: number) => (await account.message(id)).body.message
const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const delivered = (id: number, ms = 0, postId?: string) =>
  phone.post(
    'sms:delivered',
    { messageId: `${id}.1`, deliveredAt: at(ms) },
    postId === undefined ? {} : { id: postId },
  )
const sent = (id: number, partsCount: number) =>
  phone.post('sms:sent', { messageId: `${id}.1`, partsCount, sentAt: at(0) })
const failed = (id: number) =>
  phone.post('sms:failed', { messageId: `${id}.1`, reason: 'Delivery result: 70', failedAt: at(0) })
const rows = (id: number) =>
  app.context.database.rows(sql`select 1 from sms.phone_parts where message_id = ${id}`)

describe('a message of several parts', () => {
  test('is delivered when all of them are, at the time of the last, and forgets them then', async () => {
    const id = await handed()
    app.clock.advance(60_000)
    await sent(id, 3)
    await delivered(id, -1000)
    await delivered(id, -3000)
    expect(await message(id)).toMatchObject({ status: 'sent' })
    expect(await rows(id)).toHaveLength(1)
    await delivered(id, -2000)
    expect(await message(id)).toMatchObject({ status: 'delivered', delivered_at: at(0) })
    expect(await rows(id)).toHaveLength(0)
  })

  test('counts a post that is repeated once, also at once', async () => {
    const id = await handed()
    const postId = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => delivered(id, 0, postId)))
    await delivered(id)
    expect(await message(id)).toMatchObject({ status: 'sent' })
    await delivered(id)
    expect(await message(id)).toMatchObject({ status: 'delivered' })
  })

  test('is not delivered by the report of the app, which says so after the first part', async () => {
    const id = await handed()
    for (const item of [{ id: `${id}.1`, state: 'Delivered', recipients: [], states: {} }])
      expect((await phone.call('PATCH', '/message', { body: [item] })).status).toBe(204)
    expect(await message(id)).toMatchObject({ status: 'sent' })
  })

  test('is delivered before the phone says that it was sent', async () => {
    const id = await handed()
    for (let part = 0; part < 3; part++) await delivered(id)
    await sent(id, 3)
    expect(await message(id)).toMatchObject({ status: 'delivered' })
  })

  test('has as many parts as the phone says, whenever it says so', async () => {
    const fewer = await handed()
    await delivered(fewer)
    await delivered(fewer)
    await sent(fewer, 2)
    expect(await message(fewer)).toMatchObject({ status: 'delivered' })
    const more = await handed('one part by our count')
    await sent(more, 2)
    await delivered(more)
    expect(await message(more)).toMatchObject({ status: 'sent' })
    await delivered(more)
    expect(await message(more)).toMatchObject({ status: 'delivered' })
    const unknown = await handed()
    await sent(unknown, -1)
    for (let part = 0; part < 3; part++) await delivered(unknown)
    expect(await message(unknown)).toMatchObject({ status: 'delivered' })
  })

  test('failed when one part failed, whatever the others say, and stays delivered once all were', async () => {
    const id = await handed()
    await delivered(id)
    await failed(id)
    for (let part = 0; part < 3; part++) await delivered(id)
    expect(await message(id)).toMatchObject({ status: 'failed', error: { code: 'failed' } })
    expect(await rows(id)).toHaveLength(0)
    const whole = await handed()
    for (let part = 0; part < 3; part++) await delivered(whole)
    await failed(whole)
    expect(await message(whole)).toMatchObject({ status: 'delivered', error: null })
  })

  test('is forgotten part by part after a month without a word', async () => {
    const id = await handed()
    await delivered(id)
    app.clock.advance(30 * 24 * 3_600_000)
    await runSmsJob(app, 'purge-phone-items')
    expect(await rows(id)).toHaveLength(0)
    expect(await message(id)).toMatchObject({ status: 'sent' })
  })
})
