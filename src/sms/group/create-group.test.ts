import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { type GroupBody, membersNamed } from '../../../test/sms-group.ts'
import { sql } from '../../platform/database/sql.ts'
import { groupsMax } from './model.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function host() {
  const account = await smsAccount(app)
  const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const create = (more: object = {}) =>
    account.post<GroupBody>('/groups', {
      name: 'x',
      number_id: number.id,
      members: membersNamed('A'),
      ...more,
    })
  return { account, number, create }
}

describe('createGroup', () => {
  test('makes an active group with its members in order, phones in E.164', async () => {
    const { number, create } = await host()
    const [ann, bob] = membersNamed('Ann', 'Bob')
    const members = [
      { ...ann, admin: true },
      { name: bob?.name, phone: bob?.phone.slice(2) },
    ]
    const { status, body } = await create({ name: 'همسایه\u200cها ✓', members })
    expect([status, body]).toEqual([
      201,
      {
        ok: true,
        group: {
          id: expect.any(Number),
          name: 'همسایه\u200cها ✓',
          number_id: number.id,
          number: number.number,
          active: true,
          members: [
            { id: expect.any(Number), ...ann, admin: true },
            { id: expect.any(Number), ...bob, admin: false },
          ],
          created_at: app.clock.now().toISOString(),
        },
      },
    ])
  })

  test('with one of our own numbers as a member is bad_request and makes no group', async () => {
    const { account, number, create } = await host()
    const foreign = await simulatorNumber(app, { tenant: await app.tenant(), online: false })
    for (const { number: phone } of [number, foreign]) {
      const { status, body } = await create({ members: [...membersNamed('A'), { name: 'Loop', phone }] })
      expect([status, body.error?.code]).toEqual([400, 'bad_request'])
    }
    expect((await account.get('/groups')).body).toEqual({ ok: true, groups: [] })
  })

  test('on a number of the pool, of another account, or not the key’s own is no_number', async () => {
    const { account, number, create } = await host()
    const pool = await simulatorNumber(app, { online: false })
    const foreign = await simulatorNumber(app, { tenant: await app.tenant(), online: false })
    for (const id of [pool.id, foreign.id, 987_654]) {
      const { status, body } = await create({ number_id: id })
      expect([status, body.error?.code]).toEqual([409, 'no_number'])
    }
    const other = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: other.id })).key)
    const { body } = await bound.post('/groups', { name: 'x', number_id: number.id, members: [] })
    expect(body.error?.code).toBe('no_number')
  })

  test('eight times at once on one number makes one group, the others are no_number', async () => {
    const { create } = await host()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error?.code]).toEqual([409, 'no_number'])
  })

  test.each([
    { name: undefined },
    { name: '' },
    { name: '  ' },
    { name: 5 },
    { name: 'a\nb' },
    { name: 'a\u202eb' },
    { name: '\u200d\u3164' },
    { name: 'n'.repeat(101) },
    { number_id: undefined },
    { number_id: 'abc' },
    { number_id: null },
    { members: 'x' },
    { members: [5] },
    { members: [{ name: 'A' }] },
    { members: [{ name: 'A', phone: '+12025550123', admin: 'yes' }] },
    { members: Array.from({ length: 101 }, (_, index) => ({ name: 'A', phone: `+1202555${1000 + index}` })) },
    {
      members: [
        { name: 'A', phone: '+12025550123' },
        { name: 'B', phone: '(202) 555-0123' },
      ],
    },
  ])('refuses %j as bad_request', async (wrong) => {
    const { create } = await host()
    const { status, body } = await create(wrong)
    expect([status, body.error?.code]).toEqual([400, 'bad_request'])
    expect((await create()).status).toBe(201)
  })

  test('refuses a member without a valid phone as invalid_number', async () => {
    const { create } = await host()
    const { status, body } = await create({ members: [...membersNamed('A'), { name: 'B', phone: '12345' }] })
    expect([status, body.error?.code]).toEqual([400, 'invalid_number'])
  })

  test('names every invalid phone of its members', async () => {
    const { create } = await host()
    const phones = ['12345', newPhone(), 'none']
    const { body } = await create({ members: phones.map((phone) => ({ name: 'A', phone })) })
    expect(body.error).toEqual({
      code: 'invalid_number',
      message: 'These are not phone numbers that can be texted: "12345", "none".',
    })
  })

  test('takes 100 members', async () => {
    const { create } = await host()
    const { body } = await create({
      members: Array.from({ length: 100 }, () => ({ name: 'A', phone: newPhone() })),
    })
    expect(body.group.members).toHaveLength(100)
  })

  test('refuses one more than 200 groups of an account as bad_request', async () => {
    const { account, number, create } = await host()
    const { database, clock } = app.context
    await account.send({ to: newPhone(), body: 'x', from: number.id })
    await database.run(sql`
      insert into sms.group (workspace_id, number_id, name, active, created_at)
      select ${account.tenant.workspaceId}, ${number.id}, 'old', false, ${clock.now()}::timestamptz
        from generate_series(2, ${groupsMax}::int)`)
    expect((await create()).status).toBe(201)
    expect((await create()).body.error?.code).toBe('bad_request')
  })
})
