import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { smsAccount } from '../../../../../test/sms-account.ts'
import { until } from '../../../../../test/until.ts'
import { monotonicMs } from '../../../../platform/clock.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { queueChannel } from '../../../lanes.ts'
import { windowOf } from './request-missed-texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minuteMs = 60_000
const from = '+12025550123'

/** A phone that is enrolled and not connected yet. */
async function line() {
  const account = await smsAccount(app)
  const { phone } = await enrolledPhone(app, { tenant: account.tenant })
  const asked = () => phone.events.filter((event) => event === 'MessagesExportRequested').length
  const connect = async () => {
    const before = asked()
    await phone.start()
    let nextLookMs = 0
    await until(() => {
      // Patience may cost 20 minutes of the clock; after an hour there would be a second question.
      if (monotonicMs() >= nextLookMs) {
        nextLookMs = monotonicMs() + 500
        app.clock.advance(20_000)
        app.context.notifications.notify(queueChannel)
      }
      return asked() > before
    })
  }
  const bodies = async () =>
    (await account.list('direction=in&since_id=0&limit=200')).body.messages.map(({ body }) => body)
  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms)
  return { phone, connect, bodies, asked, ago }
}

describe('a phone that was away', () => {
  test('posts the texts that it got in the meantime, once, and none from before it was enrolled', async () => {
    const { phone, connect, bodies, ago } = await line()
    phone.inbox.push({ from, body: 'private', at: ago(minuteMs) })
    await connect()
    const known = ago(0)
    await phone.receive({ from, body: 'while connected', receivedAt: known })
    phone.inbox.push({ from, body: 'while connected', at: known })
    await phone.stop()
    app.clock.advance(4 * minuteMs)
    phone.inbox.push({ from, body: 'while away', at: ago(2 * minuteMs) })
    await connect()
    await until(async () => (await bodies()).includes('while away'))
    await phone.stop()
    expect(await bodies()).toEqual(['while connected', 'while away'])
  })

  test('is asked again on its next stream, because the question may have been lost with the one before', async () => {
    const { phone, connect, asked } = await line()
    await connect()
    await phone.stop()
    await connect()
    await phone.stop()
    expect(asked()).toBe(2)
  })

  test('is asked once, and again after an hour unless it has sent a ping', async () => {
    const { phone, connect, asked } = await line()
    await connect()
    const look = async (ms: number) => {
      app.clock.advance(ms)
      app.context.notifications.notify(queueChannel)
      // A second look is not before the first has ended.
      await phone.call('GET', '/settings')
    }
    await look(20_000)
    await look(20_000)
    expect(asked()).toBe(1)
    expect((await phone.post('system:ping', { health: { status: 'pass' } })).status).toBe(200)
    await phone.stop()
    const { since } = await app.context.database.one<{ since: Date | null }>(sql`
      select texts_since as since from sms.phone where device_id = ${phone.registration()?.id ?? ''}`)
    expect(since).toBe(null)
  })
})

describe('the window of a question', () => {
  const now = new Date('2026-03-01T00:00:00.000Z')
  const before = (hours: number) => new Date(now.getTime() - hours * 60 * minuteMs)

  test.each([
    ['begins an hour before the phone went away', before(5), before(100), before(6)],
    ['does not begin before it was enrolled', before(5), before(5.5), before(5.5)],
    ['is 28 days at most, because texts are recognised for 30', before(9000), before(9999), before(672)],
  ])('%s', (_, textsSince, enrolledAt, since) => {
    expect(windowOf({ deviceId: 'x', textsSince, enrolledAt }, now)).toEqual({ since, until: now })
  })
})
