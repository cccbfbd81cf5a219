import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { type Account, type GroupBody, groupOf } from '../../../test/sms-group.ts'
import type { Message } from '../message/model.ts'
import type { Group } from './model.ts'

let app: TestApp
let account: Account
let pool: TestNumber
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  pool = await simulatorNumber(app, { online: false })
})
afterAll(() => app.close())

async function create(more: object = {}) {
  const host = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const draft = { name: 'Neighbours', number_id: host.id, members: [], ...more }
  return { host, ...(await account.post<GroupBody>('/groups', draft)) }
}

const codeOf = async (more: object) => {
  const { status, body } = await create(more)
  return [status, body.error?.code]
}

describe('a group', () => {
  test('name: a string, needed at creation', async () => {
    expect((await create()).body.group.name).toBe('Neighbours')
    for (const name of [undefined, '', 5]) expect(await codeOf({ name })).toEqual([400, 'bad_request'])
  })

  test('number_id: a dedicated number of the account', async () => {
    const { host, status, body } = await create()
    expect([status, body.group.number_id, body.group.number]).toEqual([201, host.id, host.number])
    for (const id of [undefined, 'x', 1.5])
      expect(await codeOf({ number_id: id })).toEqual([400, 'bad_request'])
  })

  test('number_id: of a shared pool number is 409 no_number', async () => {
    expect(await codeOf({ number_id: pool.id })).toEqual([409, 'no_number'])
  })

  test('members: each with name, phone and admin', async () => {
    const members = [
      { name: 'Ann', phone: newPhone(), admin: true },
      { name: 'Bob', phone: newPhone(), admin: false },
    ]
    const { group } = (await create({ members })).body
    expect(group.members).toMatchObject(members)
    expect((await account.get<GroupBody>(`/groups/${group.id}`)).body.group).toEqual(group)
  })

  test('members: a name that is not a string, a phone that is not a number, an admin that is not a boolean', async () => {
    const member = { name: 'Ann', phone: newPhone(), admin: true }
    expect(await codeOf({ members: [{ ...member, name: 5 }] })).toEqual([400, 'bad_request'])
    expect(await codeOf({ members: [{ ...member, admin: 'yes' }] })).toEqual([400, 'bad_request'])
    expect(await codeOf({ members: [{ ...member, phone: '911' }] })).toEqual([400, 'invalid_number'])
  })

  test('is listed by GET /v1/groups', async () => {
    const other = await smsAccount(app)
    const { group } = await groupOf(app, other)
    const { status, body } = await other.get<{ ok: boolean; groups: Group[] }>('/groups')
    expect([status, body]).toEqual([200, { ok: true, groups: [group] }])
  })

  test('gets one broadcast message to everyone in it', async () => {
    const { group } = await groupOf(app, account)
    const { status, body } = await account.post<{ messages: Message[] }>(`/groups/${group.id}/messages`, {
      body: 'We meet at noon.',
    })
    expect(status).toBe(202)
    expect(body.messages.map(({ phone }) => phone)).toEqual(group.members.map(({ phone }) => phone))
    expect(body.messages.every(({ group_id: id }) => id === group.id)).toBe(true)
  })
})
