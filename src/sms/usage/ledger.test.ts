import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  newPhone,
  type Reply,
  type SendBody,
  simulatorNumber,
  smsAccount,
} from '../../../test/sms-account.ts'
import { type Account, groupOf, textTo } from '../../../test/sms-group.ts'
import { sql } from '../../platform/database/sql.ts'
import { removeNumber } from '../inventory/change-number.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { expireMessages } from '../queue/expire-messages.ts'
import { checkUsage } from './check-usage.ts'
import { differingUsage, exportUsage } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const begin = new Date('2026-01-01T00:00:00Z')
const metered = { smsDaily: 0, payg: true, capMicros: 1_000_000, priceMicros: 10_000 }

/** The months of this year so far, added up. */
async function exported({ tenant }: Account) {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const rows = await Promise.all(
    months.map((month) => exportUsage(app.context.database, { year: 2026, month }, tenant.workspaceId)),
  )
  const sum = (field: 'messages' | 'segments' | 'allowance' | 'metered' | 'micros') =>
    rows.flat().reduce((total, row) => total + row[field], 0)
  return {
    messages: sum('messages'),
    segments: sum('segments'),
    allowance: sum('allowance'),
    metered: sum('metered'),
    micros: sum('micros'),
  }
}

/** What the messages themselves say was used. Answers to keywords are outside the allowance. */
const ofMessages = ({ tenant }: Account) =>
  app.context.database.one(sql`
    select count(*)::int as messages, sum(segments)::int as segments, sum(charge_micros)::bigint as micros
      from sms.message where workspace_id = ${tenant.workspaceId} and direction = 'out' and body like 'x%'`)

const acceptedIn = ({ status, body }: Reply<SendBody>) => (status === 202 ? body.messages : [])

describe('the usage ledger', () => {
  test('adds up with messages and accounts after random sends, cancels, expiries, removals, forwards and stop words', async () => {
    let seed = 20_261_122
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const pool = await simulatorNumber(app)
    const texts = ['x', `x${'a'.repeat(200)}`, `x${'я'.repeat(150)}`, `x${'😀'.repeat(40)}`]
    const accounts = await Promise.all(
      [12, 0, 3, 40].map(async (smsDaily, index) => {
        const price = 7919 + index
        const plan = { smsDaily, payg: index !== 3, capMicros: price * 60 + 1, priceMicros: price }
        const account = await smsAccount(app, { plan })
        const { group, number } = await groupOf(app, account, ['x', 'xx', 'xxx'])
        return { account, group, number, own: await simulatorNumber(app, { tenant: account.tenant }) }
      }),
    )
    const phones = Array.from({ length: 12 }, newPhone)
    const sent: { account: Account; id: number }[] = []
    const steps = [
      async ({ account, own }: (typeof accounts)[number]) => {
        const to = phones.slice(random(6), 7 + random(5))
        const from = random(3) === 0 ? { from: own.id } : {}
        const ttl = random(2) === 0 ? 60 : 86_400
        const answer = await account.send({ to, body: texts[random(4)], ttl, ...from })
        for (const { id } of acceptedIn(answer)) sent.push({ account, id })
      },
      async () => {
        const { account, id } = sent[random(sent.length)] ?? {}
        if (account && id !== undefined) await account.cancel(id)
      },
      async ({ group, number }: (typeof accounts)[number]) => {
        await textTo(app, number, group.members[random(3)]?.phone ?? '', texts[random(4)] ?? '')
      },
      async ({ number }: (typeof accounts)[number]) => {
        await textTo(app, number, phones[random(12)] ?? '', random(3) === 0 ? 'START' : 'STOP')
      },
      async () => void (await claimMessages(app.context, pool.id)),
      async () => void (await expireMessages.run(app.context)),
    ]
    app.clock.set('2026-03-30T10:00:00Z')
    for (let round = 0; round < 12; round++) {
      const plan = Array.from({ length: 14 }, () => [random(steps.length), random(accounts.length)] as const)
      await Promise.all(
        plan.map(async ([step, account]) => {
          const chosen = accounts[account]
          if (chosen) await steps[step]?.(chosen)
        }),
      )
      app.clock.advance(random(8) * 3_600_000)
    }
    app.clock.set('2026-05-01T00:00:00Z')
    const [first] = accounts
    if (!first) throw new Error('There are four accounts.')
    const to = Array.from({ length: 15 }, newPhone)
    const [one] = acceptedIn(await first.account.send({ to, body: 'x', from: first.own.id }))
    // By chance none may have been in time before.
    expect((await first.account.cancel(one?.id ?? 0)).status).toBe(200)
    await removeNumber(app.context, first.own.id)
    expect(await differingUsage(app.context.database, begin)).toEqual([])
    for (const { account } of accounts) {
      const { allowance, metered: beyond, ...totals } = await exported(account)
      expect(totals).toEqual(await ofMessages(account))
      expect(allowance + beyond).toBe(totals.messages)
    }
    const happened = await app.context.database.rows<{ status: string }>(sql`
      select distinct status from sms.message union all
      select distinct error_code from sms.message where error_code is not null union all
      select distinct kind from sms.usage_entry`)
    const expected = ['cancelled', 'expired', 'sending', 'failed', 'opted_out', 'no_number', 'not_forwarded']
    expect(happened.map(({ status }) => status)).toEqual(expect.arrayContaining([...expected, 'reversal']))
  })

  test('adds up after sixty sends and their cancellations at once', async () => {
    const account = await smsAccount(app, { plan: { ...metered, smsDaily: 20, capMicros: 450_000 } })
    await simulatorNumber(app, { online: false })
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const text = 'x'.repeat(index % 2 === 0 ? 1 : 200)
        const answer = await account.send({ to: [newPhone(), newPhone()], body: text })
        if (index % 3 === 0) await Promise.all(acceptedIn(answer).map(({ id }) => account.cancel(id)))
      }),
    )
    expect(await differingUsage(app.context.database, begin)).toEqual([])
    const { allowance, metered: beyond, ...totals } = await exported(account)
    expect(totals).toEqual(await ofMessages(account))
    expect([allowance, beyond]).toEqual([20, totals.messages - 20])
  })

  test('is append-only', async () => {
    const { database } = app.context
    const account = await smsAccount(app, { plan: metered })
    await account.send({ to: newPhone(), body: 'x' })
    for (const change of [
      sql`update sms.usage_entry set micros = 0`,
      sql`delete from sms.usage_entry`,
      sql`truncate sms.usage_entry`,
    ])
      await expect(database.run(change)).rejects.toThrow('append-only')
  })

  test('that differs from the messages is logged by check-sms-usage', async () => {
    app.clock.set('2026-06-10T12:00:00Z')
    const account = await smsAccount(app, { plan: metered })
    const { body } = await account.send({ to: newPhone(), body: 'x' })
    await checkUsage.run({}, app.context)
    expect(app.takeErrors()).toEqual([])
    const day = '2026-06-10'
    const tamper = (micros: number) => sql`
      update sms.message set charge_micros = ${micros} where id = ${body.messages[0]?.id}`
    await app.context.database.run(tamper(9_999))
    await checkUsage.run({}, app.context)
    const difference = { workspace_id: account.tenant.workspaceId, day }
    expect(app.takeErrors()).toMatchObject([
      {
        fields: {
          days: 1,
          differences: [{ ...difference, micros: [9_999, 10_000, 10_000], recipients: [1, 1] }],
        },
      },
    ])
    await app.context.database.run(tamper(10_000))
  })
})

describe('the export of a month', () => {
  test('counts a send in the month of its instant in UTC, and a reversal in the month in which it happens', async () => {
    const account = await smsAccount(app, { plan: { ...metered, smsDaily: 1 } })
    const own = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const monthly = (month: number) =>
      exportUsage(app.context.database, { year: 2026, month }, account.tenant.workspaceId)
    const send = async (body: string) =>
      (await account.send({ to: newPhone(), body, from: own.id })).body.messages[0]?.id ?? 0
    app.clock.set('2026-08-31T23:59:59.999Z')
    await send('free')
    const cancelled = await send('a'.repeat(161))
    const august = {
      workspace_id: account.tenant.workspaceId,
      messages: 2,
      segments: 3,
      allowance: 1,
      metered: 1,
      charged_micros: 20_000,
      reversed_micros: 0,
      micros: 20_000,
    }
    expect(await monthly(8)).toEqual([august])
    app.clock.advance(1)
    await send('free')
    expect((await account.cancel(cancelled)).status).toBe(200)
    expect(await monthly(8)).toEqual([august])
    expect(await monthly(9)).toEqual([
      {
        workspace_id: account.tenant.workspaceId,
        messages: 1,
        segments: 1,
        allowance: 1,
        metered: 0,
        charged_micros: 0,
        reversed_micros: 20_000,
        micros: -20_000,
      },
    ])
    expect(await monthly(7)).toEqual([])
  })

  test('has nothing of answers to stop words and of the operator’s own texts', async () => {
    const account = await smsAccount(app)
    const own = await simulatorNumber(app, { tenant: account.tenant, online: false })
    await textTo(app, own, newPhone(), 'STOP')
    expect((await exported(account)).messages).toBe(0)
  })
})
