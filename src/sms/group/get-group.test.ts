import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { groupOf } from '../../../test/sms-group.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getGroup', () => {
  test('returns the group as it was created', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    expect((await account.get(`/groups/${group.id}`)).body).toEqual({ ok: true, group })
  })

  test('of an unknown group, another account’s or one on another number than the key’s is not_found', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const { group } = await groupOf(app, account)
    const other = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: other.id })).key)
    const unknown = await account.get('/groups/987654321')
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'not_found'])
    for (const caller of [stranger, bound])
      expect((await caller.get(`/groups/${group.id}`)).body).toEqual(unknown.body)
  })

  test('refuses a malformed id as bad_request', async () => {
    const account = await smsAccount(app)
    expect((await account.get('/groups/abc')).body.error?.code).toBe('bad_request')
  })
})
