import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'
import { reconcileMessages } from '../../../reconcile/reconcile-messages.ts'
import { removeNumber } from '../../../inventory/change-number.ts'
import { handoffsOf } from '../../../queue/history-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minuteMs = 60_000

/** A phone that tells of each text what `fate` says. */
async function line(fate: { end: 'Delivered' | `Failed: ${string}` }) {
  const account = await smsAccount(app)
  const { number, phone } = await enrolledPhone(app, {
    tenant: account.tenant,
    order: 'fifo',
    fate: () => fate.end,
  })
  const send = async (body: string, more: object = {}): Promise<number> => {
    const sent = await account.send({ to: newPhone(), body, from: number.id, ...more })
    return sent.body.messages[0]?.id ?? 0
  }
  const message = async (id: number) => (await account.message(id)).body.message
  const history = async (id: number) => (await handoffsOf(app.context.database, id)).map(({ what }) => what)
  return { number, phone, send, message, history, status: async (id: number) => (await message(id)).status }
}

const limited =
  'Failed: Send result: RESULT_ERROR_LIMIT_EXCEEDED (we reached the sending queue limit)' as const
const noService = 'Failed: Send result: RESULT_ERROR_NO_SERVICE (service is currently unavailable)' as const

describe('a phone that may not send more at the moment', () => {
  test('pauses for half an hour, and then sends the message under a new id', async () => {
    const fate: Parameters<typeof line>[0] = { end: limited }
    const { phone, send, status, history } = await line(fate)
    const id = await send('over the limit')
    await phone.fetchWork()
    expect(await status(id)).toBe('sending')
    const waiting = await send('waits for the pause')
    app.clock.advance(30 * minuteMs - 1)
    expect(await phone.listed()).toEqual([])
    fate.end = 'Delivered'
    app.clock.advance(1)
    await phone.fetchWork()
    expect(phone.radio.map((each) => each.id)).toEqual([`${id}.1`, `${id}.2`, `${waiting}.1`])
    expect([await status(id), await status(waiting)]).toEqual(['delivered', 'delivered'])
    expect(await history(id)).toEqual(['handed', 'delayed', 'handed', 'sent', 'delivered'])
  })

  test('says so once, however often and in whichever way it repeats it', async () => {
    const { phone, send, status, history } = await line({ end: limited })
    const id = await send('once')
    await phone.fetchWork()
    await phone.report(`${id}.1`)
    await phone.post('sms:failed', { messageId: `${id}.1`, reason: limited.slice('Failed: '.length) })
    // Not listed to the phone yet, so it cannot know of it.
    await phone.post('sms:failed', { messageId: `${id}.2`, reason: limited.slice('Failed: '.length) })
    expect([await status(id), await history(id)]).toEqual(['sending', ['handed', 'delayed']])
    app.clock.advance(30 * minuteMs)
    expect(await phone.listed()).toMatchObject([{ id: `${id}.2` }])
  })

  test('fails a message at once whose time is over before the pause is', async () => {
    const { phone, send, message } = await line({ end: limited })
    const id = await send('short', { ttl: 1800 })
    await phone.fetchWork()
    expect(await message(id)).toMatchObject({ status: 'failed', error: { code: 'phone_limit' } })
  })

  test('fails a message of several parts, of which some may have gone out', async () => {
    const { phone, send, message } = await line({ end: limited })
    const id = await send('long '.repeat(60))
    await phone.fetchWork()
    expect(await message(id)).toMatchObject({ status: 'failed', error: { code: 'phone_limit' } })
    await send('waits')
    expect(await phone.listed()).toEqual([])
  })
})

describe('a phone without a network', () => {
  test('tries three times, five minutes apart, and then the message fails', async () => {
    const { phone, send, status, message, history } = await line({ end: noService })
    const id = await send('no service')
    for (const attempt of [1, 2, 3]) {
      await phone.fetchWork()
      expect(phone.radio.at(-1)?.id).toBe(`${id}.${attempt}`)
      expect(await status(id)).toBe(attempt < 3 ? 'sending' : 'failed')
      app.clock.advance(5 * minuteMs)
    }
    expect(await message(id)).toMatchObject({ status: 'failed', error: { code: 'phone_unhealthy' } })
    expect(await history(id)).toEqual(['handed', 'delayed', 'handed', 'delayed', 'handed', 'failed'])
    expect(await phone.listed()).toEqual([])
  })

  test('that never comes back lets the message expire, also when its number is removed', async () => {
    const { number, phone, send, status } = await line({ end: noService })
    const id = await send('never', { ttl: 3600 })
    await phone.fetchWork()
    await removeNumber(app.context, number.id)
    app.clock.advance(60 * minuteMs - 1)
    await reconcileMessages.run(app.context)
    expect(await status(id)).toBe('sending')
    app.clock.advance(1)
    await reconcileMessages.run(app.context)
    expect(await status(id)).toBe('expired')
  })
})
