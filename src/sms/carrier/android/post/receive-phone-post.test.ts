import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { operatePhone } from '../phone/manage-phones.ts'
import { runSmsJob } from '../../../../../test/sms-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Options = Parameters<typeof enrolledPhone>[1]

async function line(options: Options = {}) {
  const account = await smsAccount(app)
  const { number, phone } = await enrolledPhone(app, { tenant: account.tenant, ...options })
  const inbox = async () => (await account.list('direction=in&since_id=0&limit=200')).body.messages
  const bodies = async () => (await inbox()).map(({ body }) => body)
  return { account, number, phone, inbox, bodies }
}

const text = (body: string, more: object = {}) => ({
  message: body,
  sender: '+12025550123',
  simNumber: 1,
  receivedAt: app.clock.now().toISOString(),
  ...more,
})

describe('receivePhonePost', () => {
  test('stores and routes an inbound text with the time of the phone', async () => {
    const { phone, inbox } = await line()
    const receivedAt = new Date(app.clock.now().getTime() - 5000).toISOString()
    expect((await phone.post('sms:received', text('Hi', { receivedAt }))).status).toBe(200)
    expect(await inbox()).toMatchObject([
      { phone: '+12025550123', body: 'Hi', created_at: receivedAt, status: 'received' },
    ])
  })

  test('takes the same post any number of times, also at once', async () => {
    const { phone, bodies } = await line()
    const id = randomUUID()
    await Promise.all(Array.from({ length: 10 }, () => phone.post('sms:received', text('once'), { id })))
    await phone.post('sms:received', text('once'), { id })
    expect(await bodies()).toEqual(['once'])
  })

  test('takes a text once that the app found twice, with another id and another time', async () => {
    const { phone, bodies } = await line()
    const messageId = 'A1B2C3D4'
    const later = new Date(app.clock.now().getTime() - 900).toISOString()
    await phone.post('sms:received', text('twice', { messageId }))
    await phone.post('sms:received', text('twice', { messageId, receivedAt: later }))
    await phone.post('sms:received', text('twice'))
    expect(await bodies()).toEqual(['twice'])
  })

  test('keeps apart what differs in sender, SIM, time or words, also where the id of the app is the same', async () => {
    const { phone, bodies } = await line()
    const messageId = 'A1B2C3D4'
    const later = new Date(app.clock.now().getTime() - 60_000).toISOString()
    await phone.post('sms:received', text('a', { messageId }))
    await phone.post('sms:received', text('b', { messageId }))
    await phone.post('sms:received', text('a', { sender: '+12025550124', messageId }))
    await phone.post('sms:received', text('a', { simNumber: 2, messageId }))
    await phone.post('sms:received', text('a', { receivedAt: later }))
    expect(await bodies()).toEqual(['a', 'b', 'a', 'a', 'a'])
  })

  test.each([
    ['with its SIM and then without', [{ simNumber: 1 }, { simNumber: undefined }]],
    ['without its SIM and then with', [{ simNumber: undefined }, { simNumber: 2 }]],
    ['at another time too', [{ simNumber: 1 }, { simNumber: undefined, receivedAt: undefined }]],
  ])('takes a text once that the app posts %s', async (_how, posts) => {
    for (const messageId of ['A1B2C3D4', undefined]) {
      const { phone, bodies } = await line()
      const known = messageId === undefined ? posts.map((post) => ({ simNumber: post.simNumber })) : posts
      const texts = known.map((more) => text('once', { messageId, ...more }))
      await Promise.all([...texts, ...texts].map((each) => phone.post('sms:received', each)))
      for (const each of texts) await phone.post('sms:received', each)
      expect(await bodies()).toEqual(['once'])
    }
  })

  test('reads senders of every form, and old apps', async () => {
    const { phone, inbox } = await line({ version: '1.53.0' })
    const senders = ['2025550123', '32665', 'My Bank', ' +1 202 555 0124 ', 'x'.repeat(200)]
    for (const phoneNumber of senders)
      await phone.post('sms:received', text('hi', { sender: undefined, phoneNumber }))
    await phone.post('sms:received', text('nobody', { sender: '' }))
    expect((await inbox()).map((message) => message.phone)).toEqual([
      '+12025550123',
      '32665',
      'My Bank',
      '+12025550124',
      'x'.repeat(80),
    ])
  })

  test('keeps NUL and halves of characters out of the database', async () => {
    const { phone, bodies } = await line()
    await phone.post('sms:received', text('a\0b\uD800'))
    expect(await bodies()).toEqual(['a\u{FFFD}b\u{FFFD}'])
  })

  test('refuses a wrong signature as wrong_signature and stores nothing', async () => {
    const { phone, bodies } = await line()
    const wrong = await phone.post('sms:received', text('forged'), { key: 'another key' })
    expect([wrong.status, wrong.body]).toMatchObject([401, { code: 'wrong_signature' }])
    const raw = JSON.stringify({ event: 'sms:received', payload: text('unsigned') })
    const url = phone.urlFor('sms:received')
    for (const headers of [{}, { 'x-timestamp': '1' }, { 'x-signature': 'ä', 'x-timestamp': 'x' }])
      expect((await phone.call('POST', url, { body: raw, headers })).status).toBe(401)
    expect(await bodies()).toEqual([])
  })

  test('takes a post within 15 minutes of its time, otherwise it is wrong_time', async () => {
    const { phone, bodies } = await line()
    const now = Math.floor(app.clock.now().getTime() / 1000)
    for (const [timestamp, status] of [
      [now - 900, 200],
      [now + 900, 200],
      [now - 901, 401],
      [now + 901, 401],
      [Number.NaN, 401],
    ] as const)
      expect((await phone.post('sms:received', text(`${timestamp}`), { timestamp })).status).toBe(status)
    const replay = await phone.post('sms:received', text('old'), { timestamp: now - 86_400 })
    expect(replay.body).toMatchObject({ code: 'wrong_time' })
    expect(await bodies()).toEqual([`${now - 900}`, `${now + 900}`])
  })

  test('takes what the phone tells of its messages, once each', async () => {
    const { account, number, phone } = await line()
    const { body } = await account.send({ to: newPhone(), body: 'out', from: number.id })
    const id = body.messages[0]?.id ?? 0
    const [item] = await phone.listed()
    const at = app.clock.now().toISOString()
    await phone.post('sms:sent', { messageId: item?.id, partsCount: 1, sentAt: at })
    expect((await account.message(id)).body.message).toMatchObject({ status: 'sent', sent_at: at })
    for (let time = 0; time < 2; time++)
      await phone.post('sms:delivered', { messageId: item?.id, deliveredAt: at })
    await phone.post('sms:failed', { messageId: item?.id, reason: 'late', failedAt: at })
    expect((await account.message(id)).body.message).toMatchObject({ status: 'delivered', error: null })
  })

  test('keeps what a ping tells of battery and network, and how wrong the clock is', async () => {
    const { number, phone } = await line({ clockAheadMs: -60_000 })
    const health = { status: 'warn', checks: { 'battery:level': { status: 'warn', observedValue: 17 } } }
    await phone.post('system:ping', { health })
    const state = await operatePhone(app.context, { numberId: number.id, rotate: false })
    expect(state).toMatchObject({ health, online: true })
    expect(state.clock_ahead_seconds).toBeGreaterThan(-64)
    expect(state.clock_ahead_seconds).toBeLessThan(-56)
  })

  test('learns the SIM of the number from the start of the app, and then drops texts of the other one', async () => {
    const { number, phone, bodies } = await line()
    const simCards = [
      { slotIndex: 0, simNumber: 1, phoneNumber: '+15550000' },
      { slotIndex: 1, simNumber: 2, phoneNumber: number.number },
    ]
    await phone.post('app:started', { simCards })
    expect(await operatePhone(app.context, { numberId: number.id, rotate: false })).toMatchObject({ sim: 2 })
    await phone.post('sms:received', text('private', { simNumber: 1 }))
    await phone.post('sms:received', text('ours', { simNumber: 2 }))
    expect(await bodies()).toEqual(['ours'])
  })

  test('answers 200 to what it will never take, because the phone would repeat it for weeks', async () => {
    const { phone, bodies } = await line()
    const strange: readonly (readonly [string, object])[] = [
      ['mms:received', { messageId: 'x', transactionId: 'T1', sender: '+12025550123', size: 90_000 }],
      ['mms:downloaded', { messageId: '7', sender: '+12025550123', body: 'picture', attachments: [] }],
      ['sms:data-received', { messageId: 'x', sender: '+12025550123', data: 'AAAA' }],
      ['no:such-event', {}],
      ['sms:received', { message: 5 }],
      ['sms:received', {}],
      ['sms:delivered', { messageId: '999999.1' }],
      ['system:ping', { health: 'fine' }],
    ]
    const url = phone.urlFor('sms:received')
    for (const [event, payload] of strange) {
      const raw = JSON.stringify({ id: randomUUID(), event, payload })
      const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
      const headers = { 'x-timestamp': timestamp, 'x-signature': phone.sign(raw, timestamp) }
      expect((await phone.call('POST', url, { body: raw, headers })).status).toBe(200)
    }
    expect(await bodies()).toEqual([])
    // It is not asked for them either.
    expect(phone.webhooks().map(({ event }) => event)).not.toContainEqual(expect.stringMatching(/^mms:|data/))
    const unknown = url.replace(/[^/]+$/, 'x'.repeat(24))
    expect(await phone.call('POST', unknown, { body: '{}' })).toEqual({ status: 200, body: {} })
  })

  test('refuses a body of 1 MB as body_too_large, and one that is not JSON as bad_request', async () => {
    const { phone, bodies } = await line()
    const large = await phone.post('sms:received', text('x'.repeat(1024 * 1024)))
    expect([large.status, large.body]).toMatchObject([413, { code: 'body_too_large' }])
    const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
    const headers = { 'x-timestamp': timestamp, 'x-signature': phone.sign('{', timestamp) }
    const broken = await phone.call('POST', phone.urlFor('sms:received'), { body: '{', headers })
    expect([broken.status, broken.body]).toMatchObject([400, { code: 'bad_request' }])
    expect(await bodies()).toEqual([])
  })

  test('forgets the ids of texts after a month', async () => {
    const { phone, number } = await line()
    await phone.post('sms:received', text('kept', { messageId: 'ABCD' }))
    const known = () =>
      app.context.database.rows(sql`select 1 from sms.phone_text where number_id = ${number.id}`)
    expect(await known()).toHaveLength(1)
    app.clock.advance(31 * 24 * 3_600_000)
    await runSmsJob(app, 'purge-phone-texts')
    expect(await known()).toHaveLength(0)
  })
})
