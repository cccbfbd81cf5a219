import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { until } from '../../../test/until.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { listen } from '../event/event-stream.testing.ts'
import { memberOf, texter, type ListedConversation, type Texter } from './conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const read = (phone: string, messageId: unknown, browser = account.owner, path = account.path) =>
  browser.refusal('POST', `${path}/conversations/${encodeURIComponent(phone)}/read`, {
    message_id: messageId,
  })
const isUnread = async (phone: string, browser: Browser = account.owner) =>
  (await browser.data<ListedConversation>('GET', `${account.path}/conversations/${phone}`)).unread

describe('readConversation', () => {
  test('marks it as read until the phone writes again, for this person only', async () => {
    const member = await memberOf(app, account.tenant)
    const phone = newPhone()
    const { id } = await account.receive(phone)
    expect([await isUnread(phone), await isUnread(phone, member)]).toEqual([true, true])
    expect(await read(phone, id)).toEqual([204, undefined])
    expect([await isUnread(phone), await isUnread(phone, member)]).toEqual([false, true])
    await account.send(phone)
    expect(await isUnread(phone)).toBe(false)
    await account.receive(phone)
    expect(await isUnread(phone)).toBe(true)
  })

  test('never goes back, and tells the other tabs of the person, and nobody else, when it goes on', async () => {
    const phone = newPhone()
    const first = await account.receive(phone)
    const second = await account.receive(phone)
    const tab = await listen(app, account.owner.userId)
    const colleague = await listen(app, (await app.member(account.tenant.workspaceId, 'member')).id)
    const told = () => tab.seen().filter(({ topic }) => topic === 'messages' || topic === 'reads')
    colleague.forget()
    expect(await read(phone, second.id)).toEqual([204, undefined])
    await until(async () => told().length === 1)
    expect(told()).toEqual([{ workspace_id: account.tenant.workspaceId, topic: 'reads', id: second.id }])
    for (const id of [first.id, second.id]) expect(await read(phone, id)).toEqual([204, undefined])
    expect(await isUnread(phone)).toBe(false)
    // The next change is the next that is told.
    const third = await account.receive(phone)
    await until(async () => told().length > 1)
    expect(told()[1]).toMatchObject({ topic: 'messages', id: third.id })
    const heard = () => colleague.seen().filter(({ topic }) => topic === 'messages' || topic === 'reads')
    await until(async () => heard().length > 0)
    expect(heard()[0]).toMatchObject({ topic: 'messages', id: third.id })
    expect(await isUnread(phone)).toBe(true)
    for (const { stream } of [tab, colleague]) stream.destroy()
  })

  test('ends with the newest message of ten that come at once', async () => {
    const phone = newPhone()
    const ids = (await Promise.all(Array.from({ length: 10 }, () => account.receive(phone)))).map(
      ({ id }) => id,
    )
    const answers = await Promise.all([
      ...ids.map((id) => read(phone, id)),
      account.receive(phone).then(() => [204, undefined]),
    ])
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([204]))
    expect(await isUnread(phone)).toBe(true)
    await app.context.database.run(sql`delete from sms.read_mark where phone = ${phone}`)
    await Promise.all(ids.map((id) => read(phone, id)))
    const marks = await app.context.database.rows(
      sql`select message_id as id from sms.read_mark where phone = ${phone}`,
    )
    expect(marks).toEqual([{ id: Math.max(...ids) }])
  })

  test('is conversation_not_found without messages, and not_in_conversation with a message of another', async () => {
    const [phone, other] = [newPhone(), newPhone()]
    const elsewhere = await texter(app)
    await account.receive(phone)
    const ofOther = await account.receive(other)
    const foreign = await elsewhere.receive(phone)
    expect(await read('+12025559999', ofOther.id)).toEqual([404, 'conversation_not_found'])
    expect(await read('🛍️', ofOther.id)).toEqual([404, 'conversation_not_found'])
    for (const id of [ofOther.id, foreign.id, 0, -1, 999_999_999, 2 ** 60, 1e300])
      expect(await read(phone, id), JSON.stringify(id)).toEqual([400, 'not_in_conversation'])
    for (const id of [undefined, null, '5', 1.5, {}])
      expect(await read(phone, id), JSON.stringify(id)).toEqual([400, 'invalid_request'])
    expect(await read(phone, foreign.id, account.owner, elsewhere.path)).toEqual([404, 'workspace_not_found'])
    expect(await isUnread(phone)).toBe(true)
  })

  test('is subscription_inactive when the plan of the owner has no texts', async () => {
    const { workspaceId, userId } = await app.tenant({ plan: { services: ['files'] } })
    const browser = await logIn(app, userId)
    expect(await read('1', 1, browser, `/workspaces/${workspaceId}`)).toEqual([402, 'subscription_inactive'])
  })
})
