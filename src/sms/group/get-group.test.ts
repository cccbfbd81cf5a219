import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { type Account, type GroupBody, groupOf, membersNamed } from '../../../test/sms-group.ts'
import { assignNumber, removeNumber } from '../inventory/change-number.ts'
import type { Group } from './model.ts'

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

  test('is inactive while its number is with somebody else, whose own group is active then', async () => {
    const [one, two] = [await smsAccount(app), await smsAccount(app)]
    const { group, number } = await groupOf(app, one)
    const activeOf = async (account: Account, id: number) => {
      const { body } = await account.get<GroupBody>(`/groups/${id}`)
      const listed = await account.get<{ groups: Group[] }>('/groups')
      expect(listed.body.groups.find((each) => each.id === id)).toEqual(body.group)
      return body.group.active
    }
    await assignNumber(app.context, number.id, { pool: true })
    expect(await activeOf(one, group.id)).toBe(false)
    await assignNumber(app.context, number.id, two.tenant)
    const draft = { name: 'x', number_id: number.id, members: membersNamed('Dan') }
    const second = (await two.post<GroupBody>('/groups', draft)).body.group
    expect([await activeOf(one, group.id), await activeOf(two, second.id)]).toEqual([false, true])
    await assignNumber(app.context, number.id, one.tenant)
    expect([await activeOf(one, group.id), await activeOf(two, second.id)]).toEqual([true, false])
    expect((await two.patch(`/groups/${second.id}`, { active: true })).body.error?.code).toBe('no_number')
    await removeNumber(app.context, number.id)
    expect(await activeOf(one, group.id)).toBe(false)
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
