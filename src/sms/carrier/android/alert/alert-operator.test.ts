import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../../../api/context.ts'
import type { Loop } from '../../../../api/loop.ts'
import { deliverMail } from '../../../../platform/mail/deliver-mail.ts'
import { listMails } from '../../../../platform/mail/store.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { changeNumber, putOnline, removeNumber } from '../../../inventory/change-number.ts'
import { listAllNumbers } from '../../../number/operator-numbers.ts'
import { watchPhones } from '../phone/watch-phones.ts'

let app: TestApp
let context: Context
let watch: Loop
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const to = 'desk@example.org'
const minuteMs = 60_000

beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
  await app.context.database.run(sql`delete from platform.mail`)
  await app.context.database.run(sql`delete from graphile_worker._private_jobs`)
  // Mails of the last hour count.
  app.clock.advance(61 * minuteMs)
  context = { ...app.context, settings: { ...app.context.settings, phoneAlertsTo: [to] } }
  watch = watchPhones()
  await watch.run(context)
  app.clock.advance(3 * minuteMs)
})

const mails = () => listMails(app.context.database, { limit: 100 })
const subjects = async () => (await mails()).map(({ subject }) => subject).toReversed()

async function after(minutes: number): Promise<void> {
  app.clock.advance(minutes * minuteMs)
  await watch.run(context)
}

describe('alertOperator', () => {
  test('mails once when a phone is silent for eleven minutes, and once when it is back', async () => {
    const { number, phone } = await enrolledPhone(app)
    const relabeled = (label: string) =>
      app.context.database.transaction((tx) => changeNumber(tx, app.context, number.id, { label }))
    await relabeled('Front desk')
    await after(10)
    expect(await mails()).toEqual([])
    await after(2)
    await after(5)
    const [mail, ...others] = await mails()
    expect([mail?.to, others]).toEqual([to, []])
    expect(mail?.subject).toMatch(/^The phone of \(202\) 555-\d{4} is silent$/)
    expect(mail?.links).toEqual([`${app.context.origins.files}/operator/numbers/${number.id}`])
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toMatch(/555-\d{4}, Front desk: last called on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC\./)
      for (const check of ['a network', 'notification of the app', 'battery use'])
        expect(body).toContain(check)
    }
    await phone.register()
    await after(1)
    await after(1)
    expect(await subjects()).toEqual([
      expect.stringMatching(/is silent$/),
      expect.stringMatching(/^The phone of .* is back$/),
    ])
    const jobs = await app.context.database.rows(
      sql`select 1 from graphile_worker.jobs where task_identifier = ${deliverMail.name}`,
    )
    expect(jobs).toHaveLength(2)
  })

  test('mails at most once an hour about a phone that comes and goes, and reports its latest state', async () => {
    const { phone } = await enrolledPhone(app)
    for (let round = 0; round < 3; round++) {
      await after(12)
      await phone.register()
      await after(1)
    }
    await after(12)
    expect(await subjects()).toHaveLength(2)
    await after(25)
    expect(await subjects()).toHaveLength(3)
  })

  test('reports several phones in one mail', async () => {
    const phones = [await enrolledPhone(app), await enrolledPhone(app)]
    await after(12)
    const [mail] = await mails()
    expect(mail?.subject).toBe('2 phones are silent')
    expect(mail?.links).toEqual([`${app.context.origins.files}/operator/numbers`])
    for (const { phone } of phones) await phone.register()
    await after(1)
    expect(await subjects()).toEqual(['2 phones are silent', '2 phones are back'])
  })

  test('says nothing of numbers that the operator took offline, that were removed, or that never had a phone', async () => {
    const [off, removed] = [await enrolledPhone(app), await enrolledPhone(app)]
    await putOnline(app.context, off.number.id, false)
    await removeNumber(app.context, removed.number.id)
    await after(12)
    expect(await mails()).toEqual([])
  })

  test('says nothing right after a start, when phones have not called again yet', async () => {
    const { phone } = await enrolledPhone(app)
    app.clock.advance(30 * minuteMs)
    watch = watchPhones()
    await watch.run(context)
    await phone.register()
    await after(3)
    expect(await mails()).toEqual([])
  })

  test('mails each address, also when two processes watch', async () => {
    await enrolledPhone(app)
    const both = { ...context, settings: { ...context.settings, phoneAlertsTo: [to, 'second@example.org'] } }
    const other = watchPhones()
    await other.run(both)
    app.clock.advance(12 * minuteMs)
    await Promise.all([watch.run(both), other.run(both)])
    expect((await mails()).map((mail) => mail.to).toSorted()).toEqual([to, 'second@example.org'])
  })

  test('mails nobody without addresses', async () => {
    await enrolledPhone(app)
    app.clock.advance(12 * minuteMs)
    await watch.run(app.context)
    expect(await mails()).toEqual([])
  })
})
