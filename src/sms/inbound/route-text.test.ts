import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { groupOf, memberOf, sentBy, textTo } from '../../../test/sms-group.ts'
import { sql } from '../../platform/database/sql.ts'
import { receiveText } from './receive-text.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import { removeNumber } from '../inventory/change-number.ts'
import { addNumber } from '../inventory/add-number.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { runSmsJob } from '../../../test/sms-jobs.ts'
import { routeWaiting } from './route-waiting.ts'
import { insertInbound } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const countInbound = async () =>
  (await app.context.database.one<{ count: number }>(sql`select count(*)::int as count from sms.inbound`))
    .count

describe('a text of a group member', () => {
  test('goes to the other members as "Name: text", and never back to the sender', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const [ann, bob, cat] = ['Ann', 'Bob', 'Cat'].map((name) => memberOf(group, name).phone)
    const { id } = await textTo(app, number, bob ?? '', 'who is in? 🎉')
    expect(await sentBy(account)).toEqual([
      [ann, 'Bob: who is in? 🎉'],
      [cat, 'Bob: who is in? 🎉'],
    ])
    const { messages } = (await account.list(`group_id=${group.id}&since_id=0`)).body
    expect(messages[0]).toMatchObject({ id, direction: 'in', status: 'received', phone: bob, error: null })
    for (const copy of messages.slice(1))
      expect(copy).toMatchObject({ number_id: number.id, status: 'queued' })
  })

  test('goes out under the present name to the present members', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const path = `/groups/${group.id}/members`
    const dan = { name: 'Dan', phone: newPhone() }
    await account.patch(`${path}/${memberOf(group, 'Ann').id}`, { name: 'Annabel' })
    await account.remove(`${path}/${memberOf(group, 'Bob').id}`)
    await account.post(path, dan)
    await textTo(app, number, memberOf(group, 'Ann').phone, 'hi')
    expect(await sentBy(account)).toEqual([
      [memberOf(group, 'Cat').phone, 'Annabel: hi'],
      [dan.phone, 'Annabel: hi'],
    ])
  })

  test('counts like a send; what is over is not forwarded, and the inbound message says so', async () => {
    const account = await smsAccount(app, { plan: { smsDaily: 1 } })
    const { group, number } = await groupOf(app, account)
    const { phone } = memberOf(group, 'Ann')
    const [first, second] = [await textTo(app, number, phone, 'one'), await textTo(app, number, phone, 'two')]
    expect(await sentBy(account)).toEqual([[memberOf(group, 'Bob').phone, 'Ann: one']])
    const errors = [
      (await account.message(first.id)).body.message.error,
      (await account.message(second.id)).body.message.error,
    ]
    expect(errors.map((error) => error?.code)).toEqual(['not_forwarded', 'not_forwarded'])
    expect(errors[0]?.message).toContain('1 recipient was rejected')
    expect(errors[1]?.message).toContain('2 recipients were rejected')
  })

  test('is metered beyond the allowance, by its segments with the name', async () => {
    const plan = { smsDaily: 0, payg: true, capMicros: 1_000_000, priceMicros: 10_000 }
    const account = await smsAccount(app, { plan })
    const { group, number } = await groupOf(app, account, ['Ann', 'Bob'])
    await textTo(app, number, memberOf(group, 'Ann').phone, 'a'.repeat(160))
    const usage = await app.context.database.one(sql`
      select charged_micros from sms.usage where workspace_id = ${account.tenant.workspaceId}`)
    expect(usage).toEqual({ charged_micros: 20_000 })
  })

  test('of an account whose plan ended is stored and not forwarded', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    await app.context.database.run(sql`
      update identity.subscription set active = false where user_id = ${account.tenant.userId}`)
    const { id } = await textTo(app, number, memberOf(group, 'Ann').phone, 'hi')
    const stored = await app.context.database.one(sql`
      select error_code from sms.message where id = ${id}`)
    expect(stored).toEqual({ error_code: 'not_forwarded' })
  })

  test('is inbound only while the group is inactive', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    await account.patch(`/groups/${group.id}`, { active: false })
    const { id } = await textTo(app, number, memberOf(group, 'Ann').phone, 'quiet')
    expect((await account.message(id)).body.message).toMatchObject({ body: 'quiet', group_id: null })
    expect(await sentBy(account)).toEqual([])
  })

  test('of twenty members who all write at once reaches every other one once', async () => {
    const account = await smsAccount(app, { plan: { smsDaily: 10_000 } })
    const names = Array.from({ length: 20 }, (_, index) => `M${index}`)
    const { group, number } = await groupOf(app, account, names)
    await Promise.all(group.members.map(({ name, phone }) => textTo(app, number, phone, `I am ${name}`)))
    const rows = await app.context.database.rows<{ phone: string; bodies: string[] }>(sql`
      select phone, array_agg(distinct body) as bodies, count(*)::int as count from sms.message
       where group_id = ${group.id} and direction = 'out' group by phone having count(*) = 19`)
    expect(rows).toHaveLength(20)
    for (const { phone, bodies } of rows) {
      const own = group.members.find((member) => member.phone === phone)?.name ?? ''
      expect(bodies).toHaveLength(19)
      expect(bodies).not.toContain(`${own}: I am ${own}`)
    }
  })
})

describe('a text', () => {
  test('of a stranger to a group’s number is inbound only', async () => {
    const account = await smsAccount(app)
    const { number } = await groupOf(app, account)
    const { id } = await textTo(app, number, newPhone(), 'hello?')
    expect((await account.message(id)).body.message).toMatchObject({ body: 'hello?', group_id: null })
    expect(await sentBy(account)).toEqual([])
  })

  test('of one of our own numbers is inbound only, also when it is a member or says STOP', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const { phone } = memberOf(group, 'Ann')
    // It was a member before it became ours.
    await addNumber(app.context, { phone, carrier: 'simulator', assignment: account.tenant })
    for (const body of ['hi', 'STOP', 'HELP']) await textTo(app, number, phone.slice(1), body)
    expect(await sentBy(account)).toEqual([])
    expect((await account.list('direction=in')).body.messages).toHaveLength(3)
  })

  test('of one of our own numbers to the operator’s own messages is not answered, also when it says HELP', async () => {
    const { database, clock } = app.context
    const pool = await simulatorNumber(app)
    const ours = await simulatorNumber(app, { online: false })
    const secret = smsCaller(app, await systemSecret(app.context))
    await secret.post('/system/send', { to: ours.number, body: 'Your plan ends.', purpose: 'notice' })
    await claimMessages(app.context, pool.id)
    for (const body of ['HELP', 'STOP']) await textTo(app, pool, ours.number, body)
    const answers = await database.rows(sql`
      select body from sms.message where workspace_id = 0 and phone = ${ours.number} and created_at = ${clock.now()}`)
    expect(answers).toEqual([{ body: 'Your plan ends.' }])
    for (const { id } of [pool, ours]) await removeNumber(app.context, id)
  })

  test('with a key of the carrier is stored and forwarded once, however often it comes', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const text = {
      numberId: number.id,
      phone: memberOf(group, 'Ann').phone,
      body: 'hi',
      at: app.clock.now(),
      carrierKey: 'sim 1, 12:00',
    }
    const routed = await Promise.all(Array.from({ length: 20 }, () => receiveText(app.context, text)))
    expect(new Set(routed.map((each) => JSON.stringify(each))).size).toBe(1)
    expect((await account.list('direction=in')).body.messages).toHaveLength(1)
    expect(await sentBy(account)).toHaveLength(2)
    // Two people who write the same at once are not a repeat.
    await receiveText(app.context, { ...text, carrierKey: 'sim 1, 12:01' })
    expect((await account.list('direction=in')).body.messages).toHaveLength(2)
  })

  test('that a crash left stored and not routed is routed and forwarded later, once', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const { database, clock } = app.context
    const text = { numberId: number.id, phone: memberOf(group, 'Ann').phone, body: 'hi', at: clock.now() }
    await insertInbound(database, { ...text, carrierKey: 'k' }, clock.now())
    await routeWaiting.run(app.context)
    expect(await sentBy(account)).toEqual([])
    app.clock.advance(5000)
    await Promise.all([routeWaiting.run(app.context), routeWaiting.run(app.context)])
    await receiveText(app.context, { ...text, carrierKey: 'k' })
    expect((await account.list('direction=in')).body.messages).toHaveLength(1)
    expect(await sentBy(account)).toHaveLength(2)
  })

  test('that cannot be routed is kept and does not hold up the others', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const { database, clock } = app.context
    await database.run(sql`
      alter table sms.message add constraint test_poison check (body <> 'poison') not valid`)
    const text = { numberId: number.id, phone: memberOf(group, 'Ann').phone, at: clock.now() }
    await expect(receiveText(app.context, { ...text, body: 'poison' })).rejects.toThrow('test_poison')
    await insertInbound(database, { ...text, body: 'fine' }, clock.now())
    app.clock.advance(5000)
    await expect(routeWaiting.run(app.context)).rejects.toThrow('1 texts cannot be routed')
    expect((await account.list('direction=in')).body.messages.map(({ body }) => body)).toEqual(['fine'])
    await database.run(sql`alter table sms.message drop constraint test_poison`)
    await routeWaiting.run(app.context)
    expect((await account.list('direction=in')).body.messages.map(({ body }) => body)).toEqual([
      'poison',
      'fine',
    ])
  })

  test('with NUL or half a character is stored as far as it can be read', async () => {
    const account = await smsAccount(app)
    const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const text = { numberId: number.id, phone: newPhone(), body: 'a\0b\ud83d', at: app.clock.now() }
    await receiveText(app.context, text)
    expect((await account.list('direction=in')).body.messages[0]?.body).toBe('a\u{FFFD}b\u{FFFD}')
  })

  test('to a number that was removed meanwhile still reaches its account', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    await removeNumber(app.context, number.id)
    const text = { phone: memberOf(group, 'Ann').phone, body: 'late', at: app.clock.now() }
    await receiveText(app.context, { ...text, numberId: number.id })
    expect((await account.list('direction=in')).body.messages[0]?.body).toBe('late')
    expect(await sentBy(account)).toEqual([])
  })

  test('is forgotten as a repeat a month after it was routed', async () => {
    const number = await simulatorNumber(app, { online: false })
    const text = { numberId: number.id, phone: newPhone(), body: 'x', at: app.clock.now() }
    await receiveText(app.context, text)
    const before = await countInbound()
    await runSmsJob(app, 'purge-sms-inbound')
    expect(await countInbound()).toBe(before)
    app.clock.advance(30 * 86_400_000)
    await runSmsJob(app, 'purge-sms-inbound')
    expect(await countInbound()).toBe(0)
  })
})
