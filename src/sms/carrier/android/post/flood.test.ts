import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { smsAccount } from '../../../../../test/sms-account.ts'
import { sql } from '../../../../platform/database/sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a flood of texts from one phone', () => {
  test(
    '10,000 at once wait in the line of that phone; those beyond it are busy, and others notice nothing',
    { timeout: 90_000 },
    async () => {
      const [account, other] = [await smsAccount(app), await smsAccount(app)]
      const neighbour = await enrolledPhone(app, { tenant: other.tenant })
      const { number, phone } = await enrolledPhone(app, { tenant: account.tenant })
      const settings = await phone.call<{ webhooks: { signing_key: string } }>('GET', '/settings')
      const key = settings.body.webhooks.signing_key
      const url = new URL(phone.urlFor('sms:received')).pathname
      const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
      const post = (index: number) => {
        const receivedAt = new Date(app.clock.now().getTime() - index).toISOString()
        const payload = { message: `text ${index}`, sender: '+12025550123', simNumber: 1, receivedAt }
        const raw = JSON.stringify({ id: randomUUID(), event: 'sms:received', payload })
        const signature = createHmac('sha256', key).update(raw).update(timestamp).digest('hex')
        const headers = {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          'x-signature': signature,
        }
        return app.call('phones', { method: 'POST', url, headers, payload: raw })
      }
      const count = 10_000
      const flood = Promise.all(Array.from({ length: count }, (_, index) => post(index)))
      expect((await other.list()).status).toBe(200)
      expect((await neighbour.phone.listed()).length).toBe(0)
      const statuses = (await flood).map(({ status }) => status)
      const taken = statuses.filter((status) => status === 200).length
      expect(taken).toBeGreaterThan(50)
      // The app posts again what was refused.
      expect(statuses.filter((status) => status === 503)).toHaveLength(count - taken)
      const routed = await app.context.database.one<{ count: number }>(sql`
      select count(*)::int as count from sms.inbound where number_id = ${number.id} and routed_at is not null`)
      expect(routed.count).toBe(taken)
      expect((await post(statuses.indexOf(503))).status).toBe(200)
      expect((await post(statuses.indexOf(200))).status).toBe(200)
      const inbox = await app.context.database.one<{ count: number }>(
        sql`select count(*)::int as count from sms.message where direction = 'in'`,
      )
      expect(inbox.count).toBe(taken + 1)
    },
  )
})
