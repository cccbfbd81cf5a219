import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { smsAccount } from '../../../test/sms-account.ts'
import { type GroupBody, groupOf, memberOf } from '../../../test/sms-group.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('removeMember', () => {
  test('removes a member, who is not_found then', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const path = `/groups/${group.id}/members/${memberOf(group, 'Bob').id}`
    const gone = await account.remove(path)
    expect([gone.status, gone.body]).toEqual([200, { ok: true }])
    const { body } = await account.get<GroupBody>(`/groups/${group.id}`)
    expect(body.group.members.map(({ name }) => name)).toEqual(['Ann', 'Cat'])
    expect((await account.remove(path)).body.error?.code).toBe('not_found')
  })

  test('of another account’s group is not_found, of a malformed id bad_request', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const { group } = await groupOf(app, account)
    const { id } = memberOf(group, 'Bob')
    expect((await stranger.remove(`/groups/${group.id}/members/${id}`)).body.error?.code).toBe('not_found')
    expect((await account.remove(`/groups/${group.id}/members/abc`)).body.error?.code).toBe('bad_request')
  })
})
