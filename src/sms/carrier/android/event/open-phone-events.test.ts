import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone, phonesUrl } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { phoneApp } from '../../../../../test/phone-app.ts'
import { newPhone, smsAccount } from '../../../../../test/sms-account.ts'
import { until } from '../../../../../test/until.ts'
import { inForce } from '../../../../identity/in-force.ts'
import { markWorkspace, unmarkWorkspace } from '../../../../identity/removal/mark.ts'
import { listAllNumbers } from '../../../number/operator-numbers.ts'
import { operatePhone } from '../phone/manage-phones.ts'
import { watchPhones } from '../phone/watch-phones.ts'
import { queueChannel } from '../../../lanes.ts'
import { listeningPhones, waitingForPool } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const open = () => app.context.streams.listeners()
const idOf = (phone: ReturnType<typeof phoneApp>) => phone.registration()?.id ?? ''
const connected = (phone: ReturnType<typeof phoneApp>) => until(async () => open().includes(idOf(phone)))

describe('openPhoneEvents', () => {
  test('is a stream of events that nothing on the way holds back', async () => {
    const { phone } = await enrolledPhone(app)
    const headers = { authorization: `Bearer ${phone.registration()?.token}` }
    const controller = new AbortController()
    const url = `${await phonesUrl(app)}/events`
    const response = await fetch(url, { headers, signal: controller.signal })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^:open\n\n/)
    controller.abort()
    await until(async () => !open().includes(idOf(phone)))
  })

  test('tells a phone to fetch webhooks and settings when it has not fetched the current ones', async () => {
    const { token } = await androidNumber(app)
    const phone = phoneApp({ url: await phonesUrl(app) })
    await phone.enrol(`Bearer ${token}`)
    await phone.start()
    await until(async () => phone.events.length === 2)
    expect(phone.events.toSorted()).toEqual(['SettingsUpdated', 'WebhooksUpdated'])
    await until(async () => phone.webhooks().length > 0)
    await phone.stop()
    phone.events.length = 0
    await phone.start()
    await connected(phone)
    expect(phone.events).toEqual([])
    await phone.stop()
  })

  test('announces a message at once, and bursts once a second', async () => {
    const account = await smsAccount(app)
    const { number, phone } = await enrolledPhone(app, { tenant: account.tenant })
    await phone.start()
    await connected(phone)
    await account.send({ to: newPhone(), body: 'one', from: number.id })
    await until(async () => phone.radio.length === 1)
    const sends = Array.from({ length: 20 }, () =>
      account.send({ to: newPhone(), body: 'more', from: number.id }),
    )
    await Promise.all(sends)
    await until(async () => phone.radio.length >= 4)
    expect(phone.events.filter((event) => event === 'MessageEnqueued').length).toBeLessThanOrEqual(4)
    await phone.stop()
  })

  test('wakes only as many phones of the pool as there are messages', async () => {
    const account = await smsAccount(app)
    const phones = await Promise.all(Array.from({ length: 4 }, () => enrolledPhone(app)))
    for (const { phone } of phones) {
      await phone.start()
      await connected(phone)
    }
    await account.send({ to: newPhone(), body: 'for any' })
    await until(async () => phones.some(({ phone }) => phone.radio.length === 1))
    const woken = phones.filter(({ phone }) => phone.events.includes('MessageEnqueued'))
    // A phone that takes more than a second to fetch does not keep the message from the next.
    expect(woken.length).toBeLessThanOrEqual(2)
    await Promise.all(phones.map(({ phone }) => phone.stop()))
  })

  test('wakes nobody for the texts of a workspace that is being deleted', async () => {
    const { database, clock } = app.context
    const [hidden, other] = [await smsAccount(app), await smsAccount(app)]
    const { number, phone } = await enrolledPhone(app, { tenant: hidden.tenant })
    const look = async () => ({
      own: (await listeningPhones(database, [idOf(phone)], clock.now())).map(({ hasOwn }) => hasOwn),
      pool: (await waitingForPool(database, 200)).length,
    })
    const before = await look()
    await hidden.send({ to: newPhone(), body: 'own', from: number.id })
    await hidden.send({ to: newPhone(), body: 'pool' })
    await other.send({ to: newPhone(), body: 'pool' })
    expect(await look()).toEqual({ own: [true], pool: before.pool + 2 })
    await inForce(app.context, (tx) => markWorkspace(tx, hidden.tenant.workspaceId))
    expect(await look()).toEqual({ own: [false], pool: before.pool + 1 })
    await inForce(app.context, (tx) => unmarkWorkspace(tx, hidden.tenant.workspaceId))
    expect(await look()).toEqual({ own: [true], pool: before.pool + 2 })
  })

  test('has one stream a phone: a new one ends the old one', async () => {
    const { phone } = await enrolledPhone(app)
    const headers = { authorization: `Bearer ${phone.registration()?.token}` }
    const url = `${await phonesUrl(app)}/events`
    const first = await fetch(url, { headers })
    const second = await fetch(url, { headers })
    expect(await first.text()).toContain(':open')
    expect(open().filter((id) => id === idOf(phone))).toHaveLength(1)
    app.context.streams.end(idOf(phone))
    await second.text()
  })

  test('is cut off at once when the phone is replaced', async () => {
    const { number, phone } = await enrolledPhone(app)
    const headers = { authorization: `Bearer ${phone.registration()?.token}` }
    const response = await fetch(`${await phonesUrl(app)}/events`, { headers })
    await operatePhone(app.context, { numberId: number.id, rotate: true })
    expect(await response.text()).toContain(':open')
    expect((await fetch(`${await phonesUrl(app)}/events`, { headers })).status).toBe(401)
  })

  test('opens none for HEAD', async () => {
    const { phone } = await enrolledPhone(app)
    const headers = { authorization: `Bearer ${phone.registration()?.token}` }
    const { status } = await app.call('phones', { method: 'HEAD', url: '/api/mobile/v1/events', headers })
    expect([status, open().includes(idOf(phone))]).toEqual([200, false])
  })

  test('is busy when as many are open as may be', async () => {
    const { phone } = await enrolledPhone(app)
    const { open: openStream } = app.context.streams
    Object.assign(app.context.streams, { open: () => undefined })
    expect(await phone.call('GET', '/events')).toMatchObject({ status: 503, body: { code: 'busy' } })
    Object.assign(app.context.streams, { open: openStream })
  })
})

describe('a number is online', () => {
  const isOnline = async (id: number) =>
    (await listAllNumbers(app.context)).numbers.find((each) => each.id === id)?.online

  test('for eleven minutes after the last contact, and as long as the stream is open', async () => {
    const silent = await enrolledPhone(app)
    const listening = await enrolledPhone(app)
    await listening.phone.start()
    await connected(listening.phone)
    app.clock.advance(660_000)
    await watchPhones().run(app.context)
    expect(await isOnline(silent.number.id)).toBe(true)
    app.clock.advance(1)
    app.context.notifications.notify(queueChannel)
    await until(async () => {
      await watchPhones().run(app.context)
      return (await isOnline(listening.number.id)) === true
    })
    expect(await isOnline(silent.number.id)).toBe(false)
    await silent.phone.call('GET', '/settings')
    expect(await isOnline(silent.number.id)).toBe(true)
    await listening.phone.stop()
  })
})
