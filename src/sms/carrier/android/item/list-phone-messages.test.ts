import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import type { ListedItem } from '../../../../../test/phone-app.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'
import { operatePhone } from '../phone/manage-phones.ts'
import { putOnline } from '../../../inventory/change-number.ts'
import { reconcileMessages } from '../../../reconcile/reconcile-messages.ts'
import { runSmsJob } from '../../../../../test/sms-jobs.ts'
import { sql } from '../../../../platform/database/sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Options = Parameters<typeof enrolledPhone>[1]

/** An account whose number a phone carries. */
async function line(options: Options = {}) {
  const account = await smsAccount(app)
  const { number, phone } = await enrolledPhone(app, { tenant: account.tenant, ...options })
  const send = async (body: string, more: object = {}): Promise<number> => {
    const sent = await account.send({ to: newPhone(), body, from: number.id, ...more })
    return sent.body.messages[0]?.id ?? 0
  }
  const message = async (id: number) => (await account.message(id)).body.message
  return { account, number, phone, send, message, status: async (id: number) => (await message(id)).status }
}

const texts = (items: readonly ListedItem[]) => items.map(({ textMessage }) => textMessage.text)
const past = (item: ListedItem | undefined) => new Date(item?.validUntil ?? 0) < app.clock.now()

describe('listPhoneMessages', () => {
  test('hands a message over with all fields of the app', async () => {
    const { phone, number, send, status } = await line({
      simCards: [{ simNumber: 1, phoneNumber: '*******9999' }, { simNumber: 2 }],
    })
    await operatePhone(app.context, { numberId: number.id, rotate: false, sim: 2 })
    const id = await send('Hello')
    const now = app.clock.now()
    expect(await phone.listed()).toEqual([
      {
        id: `${id}.1`,
        textMessage: { text: 'Hello' },
        phoneNumbers: [expect.stringMatching(/^\+1202555\d{4}$/)],
        simNumber: 2,
        withDeliveryReport: true,
        validUntil: new Date(now.getTime() + 3_600_000).toISOString(),
        priority: 0,
        createdAt: now.toISOString(),
      },
    ])
    expect(await status(id)).toBe('sending')
  })

  test('hands over three at a time, oldest first or newest first as the app asks', async () => {
    const { phone, send } = await line({ order: 'fifo' })
    for (const body of ['a', 'b', 'c', 'd']) await send(body)
    expect(texts(await phone.listed())).toEqual(['a', 'b', 'c'])
    const lifo = await phone.call<ListedItem[]>('GET', '/message?order=lifo')
    expect(texts(lifo.body)).toEqual(['c', 'b', 'a'])
    const none = await phone.call<ListedItem[]>('GET', '/message')
    expect(texts(none.body)).toEqual(['c', 'b', 'a'])
  })

  test('lists again what was not reported on, so that a lost answer loses nothing', async () => {
    const { phone, send, status } = await line()
    const id = await send('once')
    const first = await phone.listed()
    app.clock.advance(119_000)
    expect(await phone.listed()).toEqual(first)
    await phone.fetchWork()
    await phone.fetchWork()
    expect(phone.radio).toHaveLength(1)
    expect(await status(id)).toBe('delivered')
    expect(await phone.listed()).toEqual([])
  })

  test('asks after two minutes with a time limit in the past, and the phone tells the truth', async () => {
    const { phone, send, status } = await line()
    const id = await send('sent, and then the app crashed')
    for (const item of await phone.listed()) phone.take(item)
    app.clock.advance(120_000)
    const [asked] = await phone.fetchWork()
    expect([asked?.id, past(asked)]).toEqual([`${id}.1`, true])
    expect([phone.radio.length, await status(id)]).toEqual([1, 'delivered'])
  })

  test('an answer that never arrived is asked after, and the message then goes out under a new id', async () => {
    const { phone, send, status } = await line()
    const id = await send('lost on the way')
    await phone.listed()
    app.clock.advance(180_000)
    await phone.fetchWork()
    expect([phone.radio, await status(id)]).toEqual([[], 'sending'])
    await phone.fetchWork()
    expect(phone.radio).toMatchObject([{ id: `${id}.2`, text: 'lost on the way' }])
    expect(await status(id)).toBe('delivered')
  })

  test('asks again every two minutes about what the phone has and did not send yet', async () => {
    const { phone, send } = await line({ fate: () => 'Processed' })
    const id = await send('slow network')
    await phone.fetchWork()
    expect(await phone.listed()).toEqual([])
    app.clock.advance(120_000)
    expect(await phone.listed()).toMatchObject([{ id: `${id}.1`, validUntil: '2000-01-01T00:00:00.000Z' }])
    expect(await phone.listed()).toEqual([])
  })

  test('a phone that comes in place of another one is only asked after what the first was given', async () => {
    const { number, phone, send, status, message } = await line()
    const id = await send('given to the first')
    for (const item of await phone.listed()) phone.take(item)
    const second = await enrolledPhone(app)
    // The second handset takes over the number of the first.
    const taken = second.phone
    expect(await taken.enrol(`Bearer ${number.token}`)).toBe(201)
    const [asked] = await taken.fetchWork()
    expect([asked?.id, past(asked), taken.radio]).toEqual([`${id}.1`, true, []])
    expect([await status(id), (await message(id)).error?.code]).toEqual(['failed', 'outcome_unknown'])
  })

  test('reckons with a clock of the phone that is wrong', async () => {
    const { phone, send, status } = await line({ clockAheadMs: 14 * 60_000 })
    expect((await phone.post('system:ping', {})).status).toBe(200)
    const id = await send('by a clock that is ahead')
    const [item] = await phone.listed()
    expect(item?.validUntil).toBe(new Date(app.clock.now().getTime() + (3600 + 840) * 1000).toISOString())
    await phone.fetchWork()
    expect(await status(id)).toBe('delivered')
  })

  test('sends nothing whose time is over, and drops what was cancelled', async () => {
    const { account, phone, send, status } = await line()
    const [short, cancelled] = [await send('short', { ttl: 60 }), await send('cancelled')]
    await account.cancel(cancelled)
    app.clock.advance(60_001)
    expect(await phone.listed()).toEqual([])
    expect(await status(cancelled)).toBe('cancelled')
    const late = await send('late', { ttl: 60 })
    await phone.listed()
    app.clock.advance(180_000)
    await phone.fetchWork()
    expect([phone.radio, await status(late)]).toEqual([[], 'expired'])
    expect(short).toBeLessThan(late)
  })

  test('what a phone never tells of fails after a day as outcome_unknown, and is not sent again', async () => {
    const { phone, send, message } = await line()
    const id = await send('into the void')
    await phone.listed()
    app.clock.advance(24 * 3_600_000 - 1)
    await reconcileMessages.run(app.context)
    expect(await message(id)).toMatchObject({ status: 'sending' })
    app.clock.advance(1)
    await reconcileMessages.run(app.context)
    expect(await message(id)).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } })
    expect(await phone.listed()).toEqual([])
    await runSmsJob(app, 'purge-phone-items')
    const left = await app.context.database.rows(sql`select from sms.phone_item where message_id = ${id}`)
    expect(left).toEqual([])
  })

  test('gives nothing to a phone that the operator took offline', async () => {
    const { number, phone, send } = await line()
    await putOnline(app.context, number.id, false)
    await send('waits')
    app.clock.advance(30_000)
    expect(await phone.listed()).toEqual([])
    await putOnline(app.context, number.id, true)
    expect(texts(await phone.listed())).toEqual(['waits'])
  })

  test('has the text in the old field too for apps before 1.40', async () => {
    const { phone, send } = await line({ version: '1.30.2' })
    await phone.call('GET', '/webhooks')
    await send('old')
    expect(await phone.listed()).toMatchObject([{ message: 'old', textMessage: { text: 'old' } }])
  })

  test('needs the token of a phone: unauthorized', async () => {
    for (const headers of [{}, { authorization: 'Bearer phone_x' }, { authorization: 'Basic eDp5' }]) {
      const { status, body } = await app.call('phones', { url: '/api/mobile/v1/message', headers })
      expect([status, body]).toMatchObject([401, { code: 'unauthorized' }])
    }
  })
})
