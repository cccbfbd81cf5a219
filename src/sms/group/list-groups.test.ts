import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { groupOf } from '../../../test/sms-group.ts'
import type { Group } from './model.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('listGroups', () => {
  test('returns the groups of the account, and no other’s', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    expect((await account.get('/groups')).body).toEqual({ ok: true, groups: [] })
    const groups = [(await groupOf(app, account)).group, (await groupOf(app, account, [])).group]
    await groupOf(app, stranger)
    expect((await account.get('/groups')).body).toEqual({ ok: true, groups })
  })

  test('returns to a bound key the groups on its number', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    await groupOf(app, account)
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: number.id })).key)
    expect((await bound.get<{ groups: Group[] }>('/groups')).body.groups).toEqual([group])
  })
})
