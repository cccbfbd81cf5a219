import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { type SendBody, smsAccount } from '../../../test/sms-account.ts'
import { groupOf } from '../../../test/sms-group.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('deleteGroup', () => {
  test('removes the group; its messages stay, and it is not_found', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const path = `/groups/${group.id}`
    const sent = await account.post<SendBody>(`${path}/messages`, { body: 'x' })
    const gone = await account.remove(path)
    expect([gone.status, gone.body]).toEqual([200, { ok: true }])
    const answers = [await account.get(path), await account.remove(path), await account.patch(path, {})]
    for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([404, 'not_found'])
    const { body } = await account.list(`group_id=${group.id}&since_id=0`)
    expect(body.messages).toEqual(sent.body.messages)
  })

  test('of another account’s group is not_found, of a malformed id bad_request', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const { group } = await groupOf(app, account)
    expect((await stranger.remove(`/groups/${group.id}`)).body.error?.code).toBe('not_found')
    expect((await account.remove('/groups/abc')).body.error?.code).toBe('bad_request')
    expect((await account.get(`/groups/${group.id}`)).status).toBe(200)
  })
})
