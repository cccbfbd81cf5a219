import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'

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

/** A message that the phone was given and has not reported on. */
async function handed(): Promise<number> {
  const sent = await account.send({ to: newPhone(), body: 'Hello', from: number.id })
  await phone.listed()
  return sent.body.messages[0]?.id ?? 0
}

const patch = async (body: unknown) => (await phone.call('PATCH', '/message', { body })).status
const report = (id: number | string, state: string, more: object = {}) =>
  patch([{ id: typeof id === 'number' ? `${id}.1` : id, state, recipients: [], ...more }])
const message = async (id: number) => (await account.message(id)).body.message
const failing = (error: string) => ({ recipients: [{ phoneNumber: '+12025550123', state: 'Failed', error }] })

describe('reportPhoneMessages', () => {
  test.each([
    ['Pending', 'sending'],
    ['Processed', 'sending'],
    ['Sent', 'sent'],
    ['Delivered', 'delivered'],
    ['Failed', 'failed'],
    ['Cancelled', 'cancelled'],
  ])('%s means %s', async (state, status) => {
    const id = await handed()
    expect(await report(id, state)).toBe(204)
    expect(await message(id)).toMatchObject({ status })
    await report(id, 'Failed')
  })

  test('Cancelled after it was sent changes nothing', async () => {
    const id = await handed()
    await report(id, 'Sent')
    expect(await report(id, 'Cancelled')).toBe(204)
    expect(await message(id)).toMatchObject({ status: 'sent', error: null })
    await report(id, 'Failed')
  })

  test('keeps the times of the phone, between the handing over and now', async () => {
    const id = await handed()
    const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
    app.clock.advance(60_000)
    await report(id, 'Delivered', { states: { Sent: at(-40_000), Delivered: at(-30_000) } })
    expect(await message(id)).toMatchObject({ sent_at: at(-40_000), delivered_at: at(-30_000) })
    const other = await handed()
    app.clock.advance(1000)
    await report(other, 'Sent', { states: { Sent: '1999-01-01T00:00:00.000Z' } })
    await report(other, 'Delivered', { states: { Delivered: '2999-01-01T00:00:00.000+02:00' } })
    expect(await message(other)).toMatchObject({ sent_at: at(-1000), delivered_at: at(0) })
  })

  test('never goes backwards, however late and often a report comes', async () => {
    const id = await handed()
    for (const state of ['Sent', 'Processed', 'Delivered', 'Pending', 'Sent', 'Failed', 'Delivered'])
      expect(await report(id, state)).toBe(204)
    expect(await message(id)).toMatchObject({ status: 'delivered', error: null })
    const failed = await handed()
    for (const state of ['Sent', 'Failed', 'Delivered']) await report(failed, state)
    expect(await message(failed)).toMatchObject({ status: 'failed' })
  })

  test('a phone that says "TTL expired" while it may still send means expired', async () => {
    const id = await handed()
    app.clock.advance(3_539_999)
    await report(id, 'Failed', failing('TTL expired'))
    expect(await message(id)).toMatchObject({ status: 'expired', error: null })
    expect(await phone.listed()).toEqual([])
  })

  test('a time limit of ours that is over means a new try while the message has time left, twice', async () => {
    const id = await handed()
    app.clock.advance(3_540_000)
    await report(id, 'Failed', failing('TTL expired'))
    expect(await phone.listed()).toMatchObject([{ id: `${id}.2` }])
    await report(`${id}.1`, 'Failed', failing('TTL expired'))
    app.clock.advance(120_000)
    expect(await phone.listed()).toMatchObject([{ id: `${id}.2`, validUntil: '2000-01-01T00:00:00.000Z' }])
    await report(`${id}.2`, 'Failed', failing('TTL expired'))
    expect(await phone.listed()).toMatchObject([{ id: `${id}.3` }])
    app.clock.advance(3_600_000)
    await report(`${id}.3`, 'Failed', failing('TTL expired'))
    expect(await message(id)).toMatchObject({ status: 'expired' })
  })

  test('ignores ids that it does not know, and messages of other phones', async () => {
    const other = await enrolledPhone(app, { tenant: account.tenant })
    const sent = await account.send({ to: newPhone(), body: 'theirs', from: other.number.id })
    const theirs = sent.body.messages[0]?.id ?? 0
    const ids = [`${theirs}.1`, '999999.1', '0.1', '-1.1', 'x', '', '1', '1.99999', `9${'0'.repeat(40)}.1`]
    for (const id of ids) expect(await report(id, 'Delivered')).toBe(204)
    expect(await message(theirs)).toMatchObject({ status: 'queued' })
    await other.phone.listed()
    await report(theirs, 'Delivered')
    expect(await message(theirs)).toMatchObject({ status: 'sending' })
    await other.phone.fetchWork()
    expect(await message(theirs)).toMatchObject({ status: 'delivered' })
  })

  test('ignores what it does not understand', async () => {
    const id = await handed()
    const strange = [
      [],
      [null],
      [{ id: `${id}.1` }],
      [{ id: `${id}.1`, state: 'Flying' }],
      [{ id, state: 'Sent' }],
      [{ id: `${id}.1`, state: 'Sent', states: { Sent: 5 } }],
    ]
    for (const body of strange) expect(await patch(body)).toBe(204)
    expect(await message(id)).toMatchObject({ status: 'sending' })
    await report(id, 'Failed')
  })

  test('refuses what is not a list as bad_request, and 1 MB as body_too_large', async () => {
    for (const body of ['{', '{}', '"x"', JSON.stringify(Array.from({ length: 101 }, () => ({})))])
      expect(await patch(body)).toBe(400)
    expect(await patch(JSON.stringify([{ id: 'x'.repeat(1024 * 1024) }]))).toBe(413)
  })

  test('of fifty at the same moment changes a message once', async () => {
    const id = await handed()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => report(id, index % 2 === 0 ? 'Sent' : 'Delivered')),
    )
    expect(new Set(answers)).toEqual(new Set([204]))
    expect(await message(id)).toMatchObject({ status: 'delivered' })
  })
})
