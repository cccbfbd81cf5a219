import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { memberOf, texter, type ListedConversation, type Texter } from './conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const pathOf = (phone: string, { path }: Pick<Texter, 'path'> = account) =>
  `${path}/conversations/${encodeURIComponent(phone)}`

describe('getConversation', () => {
  test('returns the newest message of a phone, as the list does', async () => {
    const phone = newPhone()
    await account.send(phone, 'one')
    await account.receive(phone, 'STOP')
    const conversation = await account.owner.data<ListedConversation>('GET', pathOf(phone))
    expect(conversation).toMatchObject({
      phone,
      last: { body: expect.stringContaining('no more messages') as string, direction: 'out' },
      unread: true,
      opted_out_at: app.clock.now().toISOString(),
    })
    // With a plus that is not encoded.
    expect(await account.owner.data('GET', `${account.path}/conversations/${phone}`)).toEqual(conversation)
    const { data } = (await account.owner.call('GET', `${account.path}/conversations`)).body as {
      data: ListedConversation[]
    }
    expect(data).toContainEqual(conversation)
    await account.receive(phone, 'START')
    expect(await account.owner.data('GET', pathOf(phone))).toMatchObject({ opted_out_at: null })
  })

  test.each(['Amazon', '32665', 'Ärzte & Söhne/Co', 'شركة الاتصالات', 'a%2Fb', '🛍️ Shop'])(
    'finds the sender %s',
    async (sender) => {
      await account.receive(sender, 'Hello')
      expect(await account.owner.data('GET', pathOf(sender))).toMatchObject({
        phone: sender,
        display: sender,
        last: { body: 'Hello' },
      })
    },
  )

  test('is conversation_not_found for a phone without messages, whatever it looks like', async () => {
    for (const phone of ['+12025559999', '+1202555', ' ', '🛍️', '‮12025550101', '%', "'; --", 'a'.repeat(200)])
      expect(await account.owner.refusal('GET', pathOf(phone)), phone).toEqual([
        404,
        'conversation_not_found',
      ])
    for (const path of [pathOf('a\0b'), pathOf('a'.repeat(10_000)), `${account.path}/conversations/%E0%A4%A`])
      expect((await account.owner.refusal('GET', path))[0]).toBe(404)
  })

  test('is conversation_not_found for the phone of another workspace, and workspace_not_found for its members', async () => {
    const other = await texter(app)
    const phone = newPhone()
    await other.send(phone)
    expect(await account.owner.refusal('GET', pathOf(phone))).toEqual([404, 'conversation_not_found'])
    expect(await account.owner.refusal('GET', pathOf(phone, other))).toEqual([404, 'workspace_not_found'])
    expect((await (await memberOf(app, other.tenant)).call('GET', pathOf(phone, other))).status).toBe(200)
  })

  test('is subscription_inactive when the plan of the owner has no texts', async () => {
    const poor = await app.tenant({ plan: { services: ['files'] } })
    const browser = await memberOf(app, poor)
    expect(await browser.refusal('GET', `/workspaces/${poor.workspaceId}/conversations/1`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})
