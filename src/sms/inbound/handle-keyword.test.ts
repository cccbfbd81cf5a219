import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, type SendBody, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { type Account, groupOf, memberOf, sentBy, textTo } from '../../../test/sms-group.ts'
import { sql } from '../../platform/database/sql.ts'
import { switchStopWords } from '../account/store.ts'
import { putOnline, removeNumber } from '../inventory/change-number.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { replies } from '../optout/rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function accountOn() {
  const account = await smsAccount(app)
  const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const send = (to: string) => account.send({ to, body: 'offer', from: number.id })
  return { account, number, send }
}

/** Each message of a send as it is now. */
const statesOf = (account: Account, { messages }: SendBody) =>
  Promise.all(
    messages.map(async ({ id }) => {
      const { status, error } = (await account.message(id)).body.message
      return [status, error?.code]
    }),
  )

const takenBy = async (numberId: number): Promise<string[]> => {
  await putOnline(app.context, numberId, true)
  const taken = await claimMessages(app.context, numberId)
  await putOnline(app.context, numberId, false)
  return taken.map(({ body }) => body)
}

describe('STOP', () => {
  test.each(['STOP', 'stopall', ' Unsubscribe ', 'CANCEL', 'end', 'Quit\n'])(
    'as %j: sends are accepted, then failed as opted_out, and no phone gets them',
    async (word) => {
      const { account, number, send } = await accountOn()
      const phone = newPhone()
      await textTo(app, number, phone, word)
      const { status, body } = await send(phone)
      expect([status, body.messages[0]?.status, body.messages[0]?.error]).toEqual([202, 'queued', null])
      expect(await statesOf(account, body)).toEqual([['failed', 'opted_out']])
      expect(await takenBy(number.id)).toEqual([replies.stop])
    },
  )

  test('also fails what is waiting, and leaves other recipients alone', async () => {
    const { account, number, send } = await accountOn()
    const [phone, other] = [newPhone(), newPhone()]
    const [before, kept] = [await send(phone), await send(other)]
    await textTo(app, number, phone, 'STOP')
    expect(await statesOf(account, before.body)).toEqual([['failed', 'opted_out']])
    expect(await statesOf(account, kept.body)).toEqual([['queued', undefined]])
  })

  test('is stored as an inbound message and answered once', async () => {
    const { account, number } = await accountOn()
    const phone = newPhone()
    for (const word of ['STOP', 'STOP', 'stop']) await textTo(app, number, phone, word)
    expect((await account.list('direction=in')).body.messages).toHaveLength(3)
    expect(await sentBy(account)).toEqual([[phone, replies.stop]])
  })

  test('counts for the account that it was sent to', async () => {
    const [one, two] = [await accountOn(), await accountOn()]
    const phone = newPhone()
    await textTo(app, one.number, phone, 'STOP')
    expect(await statesOf(two.account, (await two.send(phone)).body)).toEqual([['queued', undefined]])
  })

  test('costs nothing: the failed message is not charged, its answer neither counts nor is charged', async () => {
    const { account, number, send } = await accountOn()
    const phone = newPhone()
    await textTo(app, number, phone, 'STOP')
    await send(phone)
    const usage = await app.context.database.rows(sql`
      select recipients, charged_micros from sms.usage where workspace_id = ${account.tenant.workspaceId}`)
    expect(usage).toEqual([{ recipients: 1, charged_micros: 0 }])
  })

  test('on a pool number opts out of the account that wrote last', async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const phone = newPhone()
    await account.send({ to: phone, body: 'offer' })
    await claimMessages(app.context, pool.id)
    await textTo(app, pool, phone, 'STOP')
    const { body } = await account.send({ to: phone, body: 'offer' })
    expect(await statesOf(account, body)).toEqual([['failed', 'opted_out']])
    await removeNumber(app.context, pool.id)
  })

  test('of a group member mutes the member and is not forwarded', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const [ann, bob, cat] = ['Ann', 'Bob', 'Cat'].map((name) => memberOf(group, name).phone)
    await textTo(app, number, bob ?? '', 'Stop')
    expect(await sentBy(account)).toEqual([[bob, replies.stop]])
    await textTo(app, number, ann ?? '', 'hi')
    expect((await sentBy(account)).slice(1)).toEqual([[cat, 'Ann: hi']])
    const sent = await account.post<SendBody>(`/groups/${group.id}/messages`, { body: 'news' })
    expect(await statesOf(account, sent.body)).toEqual([
      ['queued', undefined],
      ['failed', 'opted_out'],
      ['queued', undefined],
    ])
    await textTo(app, number, bob ?? '', 'START')
    await textTo(app, number, ann ?? '', 'again')
    expect((await sentBy(account)).slice(-2)).toEqual([
      [bob, 'Ann: again'],
      [cat, 'Ann: again'],
    ])
  })

  test('at the same time as sends leaves nothing that a phone could take', async () => {
    const { account, number, send } = await accountOn()
    const phone = newPhone()
    const sends = Array.from({ length: 20 }, () => send(phone))
    await Promise.all([...sends, textTo(app, number, phone, 'STOP')])
    const { count } = await app.context.database.one<{ count: number }>(sql`
      select count(*)::int as count from sms.queue
       where workspace_id = ${account.tenant.workspaceId} and phone = ${phone}`)
    // What is left is the answer to STOP.
    expect(count).toBe(1)
  })
})

describe('START', () => {
  test.each(['START', ' unstop '])('as %j opts in again, and says so once', async (word) => {
    const { account, number, send } = await accountOn()
    const phone = newPhone()
    await textTo(app, number, phone, 'STOP')
    for (let times = 0; times < 2; times++) await textTo(app, number, phone, word)
    expect(await statesOf(account, (await send(phone)).body)).toEqual([['queued', undefined]])
    expect((await sentBy(account)).map(([, body]) => body)).toEqual([replies.stop, replies.start, 'offer'])
  })
})

describe('HELP', () => {
  test('is answered, also to who opted out, and once a minute', async () => {
    const { account, number } = await accountOn()
    const phone = newPhone()
    await textTo(app, number, phone, 'STOP')
    for (let times = 0; times < 5; times++) await textTo(app, number, phone, 'help')
    app.clock.advance(60_000)
    await textTo(app, number, phone, 'HELP')
    expect((await sentBy(account)).map(([, body]) => body)).toEqual([
      replies.stop,
      replies.help,
      replies.help,
    ])
  })
})

describe('stop words that are switched off', () => {
  test('are texts like any other, and phones that opted out before stay opted out', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account, ['Ann', 'Bob'])
    const { phone } = memberOf(group, 'Ann')
    await textTo(app, number, phone, 'STOP')
    await switchStopWords(app.context.database, account.tenant.workspaceId, false)
    const stateOfOffer = async () => {
      const { body } = await account.send({ to: phone, body: 'offer', from: number.id })
      return statesOf(account, body)
    }
    expect(await stateOfOffer()).toEqual([['failed', 'opted_out']])
    await textTo(app, number, phone, 'STOP')
    expect((await sentBy(account)).at(-1)).toEqual([memberOf(group, 'Bob').phone, 'Ann: STOP'])
    await textTo(app, number, memberOf(group, 'Bob').phone, 'hi')
    expect((await sentBy(account)).at(-1)?.[1]).toBe('Ann: STOP')
    await switchStopWords(app.context.database, account.tenant.workspaceId, true)
    expect(await stateOfOffer()).toEqual([['failed', 'opted_out']])
  })

  test('end an opt-out from before with START, without an answer', async () => {
    const { account, number, send } = await accountOn()
    const phone = newPhone()
    await textTo(app, number, phone, 'STOP')
    await switchStopWords(app.context.database, account.tenant.workspaceId, false)
    await textTo(app, number, phone, 'START')
    expect(await statesOf(account, (await send(phone)).body)).toEqual([['queued', undefined]])
    expect((await sentBy(account)).map(([, body]) => body)).toEqual([replies.stop, 'offer'])
  })
})
