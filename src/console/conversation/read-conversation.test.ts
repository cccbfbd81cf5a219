import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import type { Browser } from '../console.testing.ts'
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
})
