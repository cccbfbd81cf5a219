import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { type GroupBody, groupOf, memberOf } from '../../../test/sms-group.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('updateMember', () => {
  test('changes what it names and keeps the id', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const ann = memberOf(group, 'Ann')
    const path = `/groups/${group.id}/members/${ann.id}`
    const renamed = await account.patch(path, { name: 'Anna' })
    expect([renamed.status, renamed.body]).toEqual([200, { ok: true, member: { ...ann, name: 'Anna' } }])
    const phone = newPhone()
    const { body } = await account.patch(path, { phone: phone.slice(2), admin: true })
    expect(body).toEqual({ ok: true, member: { id: ann.id, name: 'Anna', phone, admin: true } })
  })

  test('to the phone of another member is bad_request, to an invalid one invalid_number', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const path = `/groups/${group.id}/members/${memberOf(group, 'Ann').id}`
    const taken = await account.patch(path, { phone: memberOf(group, 'Bob').phone })
    expect([taken.status, taken.body.error?.code]).toEqual([400, 'bad_request'])
    expect((await account.patch(path, { phone: 'nope' })).body.error?.code).toBe('invalid_number')
    expect((await account.patch(path, { admin: 'yes' })).body.error?.code).toBe('bad_request')
  })

  test('of no field that it knows is bad_request, to one of our own numbers too', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const ours = await simulatorNumber(app, { tenant: await app.tenant(), online: false })
    const path = `/groups/${group.id}/members/${memberOf(group, 'Ann').id}`
    for (const patch of [{}, { colour: 'red' }, { phone: number.number }, { phone: ours.number }]) {
      const { status, body } = await account.patch(path, patch)
      expect([patch, status, body.error?.code]).toEqual([patch, 400, 'bad_request'])
    }
    expect((await account.get<GroupBody>(`/groups/${group.id}`)).body.group).toEqual(group)
  })

  test('of a member of another group or account is not_found', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const [one, two] = [(await groupOf(app, account)).group, (await groupOf(app, account)).group]
    const { id } = memberOf(one, 'Ann')
    const answers = [
      await account.patch(`/groups/${two.id}/members/${id}`, { name: 'x' }),
      await stranger.patch(`/groups/${one.id}/members/${id}`, { name: 'x' }),
      await account.patch(`/groups/${one.id}/members/987654321`, { name: 'x' }),
    ]
    for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([404, 'not_found'])
  })
})
