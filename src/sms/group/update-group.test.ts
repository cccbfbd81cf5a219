import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { type GroupBody, groupOf, membersNamed } from '../../../test/sms-group.ts'
import { removeNumber } from '../inventory/change-number.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('updateGroup', () => {
  test('changes what it names only', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const path = `/groups/${group.id}`
    const renamed = { ...group, name: 'After' }
    expect((await account.patch(path, { name: 'After' })).body).toEqual({ ok: true, group: renamed })
    const inactive = await account.patch<GroupBody>(path, { active: false })
    expect([inactive.status, inactive.body.group]).toEqual([200, { ...renamed, active: false }])
    expect((await account.get<GroupBody>(path)).body.group).toEqual(inactive.body.group)
  })

  test('of no field that it knows, or of the number, is bad_request and changes nothing', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const other = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const path = `/groups/${group.id}`
    for (const patch of [
      {},
      { colour: 'red' },
      { number_id: other.id },
      { number_id: group.number_id },
      { name: 'After', number_id: other.id },
    ]) {
      const { status, body } = await account.patch(path, patch)
      expect([patch, status, body.error?.code]).toEqual([patch, 400, 'bad_request'])
    }
    expect((await account.get<GroupBody>(path)).body.group).toEqual(group)
  })

  test('to active beside another active group, or on a number that was taken, is no_number', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const path = `/groups/${group.id}`
    await account.patch(path, { active: false })
    const members = membersNamed('A')
    const second = await account.post<GroupBody>('/groups', { name: 'x', number_id: number.id, members })
    expect(second.status).toBe(201)
    const beside = await account.patch(path, { active: true })
    expect([beside.status, beside.body.error?.code]).toEqual([409, 'no_number'])
    await account.remove(`/groups/${second.body.group.id}`)
    expect((await account.patch<GroupBody>(path, { active: true })).body.group.active).toBe(true)
    await removeNumber(app.context, number.id)
    expect((await account.patch(path, { active: true })).body.error?.code).toBe('no_number')
  })

  test.each([{ name: '' }, { name: 3 }, { active: 'yes' }])('refuses %j as bad_request', async (wrong) => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    expect((await account.patch(`/groups/${group.id}`, wrong)).body.error?.code).toBe('bad_request')
  })

  test('of another account’s group is not_found', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const { group } = await groupOf(app, account)
    const { status, body } = await stranger.patch(`/groups/${group.id}`, { name: 'mine' })
    expect([status, body.error?.code]).toEqual([404, 'not_found'])
  })
})
