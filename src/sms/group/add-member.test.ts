import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { type GroupBody, groupOf, memberOf } from '../../../test/sms-group.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function groupWith(names: readonly string[]) {
  const account = await smsAccount(app)
  const { group } = await groupOf(app, account, names)
  const add = (payload: object) => account.post(`/groups/${group.id}/members`, payload)
  const members = async () => (await account.get<GroupBody>(`/groups/${group.id}`)).body.group.members
  return { account, group, add, members }
}

describe('addMember', () => {
  test('adds a member behind the others', async () => {
    const { add, members, group } = await groupWith(['Ann'])
    const bob = { name: 'Bob', phone: newPhone(), admin: true }
    const { status, body } = await add({ ...bob, phone: bob.phone.slice(2) })
    expect([status, body]).toEqual([201, { ok: true, member: { id: expect.any(Number), ...bob } }])
    expect(await members()).toEqual([...group.members, { id: expect.any(Number), ...bob }])
  })

  test('of a phone that the group has, in any spelling, is bad_request', async () => {
    const { add, members, group } = await groupWith(['Ann'])
    const { phone } = memberOf(group, 'Ann')
    for (const spelling of [phone, phone.slice(2)]) {
      const { status, body } = await add({ name: 'Bob', phone: spelling })
      expect([status, body.error?.code]).toEqual([400, 'bad_request'])
    }
    expect(await members()).toEqual(group.members)
  })

  test('of one phone ten times at once adds one', async () => {
    const { add, members } = await groupWith([])
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ name: 'Bob', phone })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await members()).toHaveLength(1)
  })

  test('of one of our own numbers, in any spelling, is bad_request', async () => {
    const { add, members } = await groupWith([])
    const { number } = await simulatorNumber(app, { online: false })
    for (const phone of [number, number.slice(2), `\u{202A}${number}\u{202C}`]) {
      const { status, body } = await add({ name: 'Loop', phone })
      expect([status, body.error?.code]).toEqual([400, 'bad_request'])
    }
    expect(await members()).toEqual([])
  })

  test('stops at 100 members, also ten at once', async () => {
    const { add, members } = await groupWith(Array.from({ length: 95 }, () => 'A'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ name: 'B', phone: newPhone() })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const { status, body } of answers) if (status !== 201) expect(body.error?.code).toBe('bad_request')
    expect(await members()).toHaveLength(100)
  })

  test('refuses an invalid phone as invalid_number and other types as bad_request', async () => {
    const { add } = await groupWith([])
    expect((await add({ name: 'B', phone: '123' })).body.error?.code).toBe('invalid_number')
    expect((await add({ name: 7, phone: newPhone() })).body.error?.code).toBe('bad_request')
    expect((await add({ name: 'B', phone: newPhone(), admin: 'yes' })).body.error?.code).toBe('bad_request')
  })

  test('to another account’s group is not_found', async () => {
    const { group } = await groupWith([])
    const stranger = await smsAccount(app)
    const { body } = await stranger.post(`/groups/${group.id}/members`, { name: 'B', phone: newPhone() })
    expect(body.error?.code).toBe('not_found')
  })
})
