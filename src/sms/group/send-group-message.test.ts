import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { type SendBody, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { groupOf, memberOf } from '../../../test/sms-group.ts'
import { assignNumber, removeNumber } from '../inventory/change-number.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const broadcast = (
  account: Pick<Awaited<ReturnType<typeof smsAccount>>, 'post'>,
  id: number,
  payload: object = { body: 'hello all' },
  headers: Record<string, string> = {},
) => account.post<SendBody>(`/groups/${id}/messages`, payload, headers)

describe('sendGroupMessage', () => {
  test('queues one message a member, from the number of the group', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account)
    const { status, body } = await broadcast(account, group.id, { body: 'news', client_ref: 'r' })
    expect(status).toBe(202)
    expect(body.messages.map(({ phone }) => phone)).toEqual(group.members.map(({ phone }) => phone))
    for (const message of body.messages)
      expect(message).toMatchObject({
        status: 'queued',
        body: 'news',
        group_id: group.id,
        number_id: number.id,
        client_ref: 'r',
      })
    expect((await account.list(`group_id=${group.id}&since_id=0`)).body.messages).toEqual(body.messages)
  })

  test('accepts members in order up to the allowance, then is daily_limit_reached', async () => {
    const account = await smsAccount(app, { plan: { smsDaily: 2 } })
    const { group } = await groupOf(app, account)
    const { status, body } = await broadcast(account, group.id)
    expect([status, body.messages.length, body.rejected, body.reason]).toEqual([202, 2, 1, 'limit_reached'])
    const refused = await broadcast(account, group.id)
    expect([refused.status, refused.body.error?.code, refused.body.error?.reason]).toEqual([
      402,
      'daily_limit_reached',
      'limit_reached',
    ])
  })

  test('repeated with one idempotency key, fifty times at once, sends once', async () => {
    const account = await smsAccount(app)
    const { group } = await groupOf(app, account)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        broadcast(account, group.id, { body: 'once' }, { 'idempotency-key': 'k' }),
      ),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await account.list(`group_id=${group.id}`)).body.messages).toHaveLength(3)
  })

  test('to an inactive group, one without members or one whose number was taken is group_inactive', async () => {
    const account = await smsAccount(app)
    const inactive = (await groupOf(app, account)).group
    await account.patch(`/groups/${inactive.id}`, { active: false })
    const empty = (await groupOf(app, account, ['Ann'])).group
    await account.remove(`/groups/${empty.id}/members/${memberOf(empty, 'Ann').id}`)
    const removed = await groupOf(app, account)
    await removeNumber(app.context, removed.number.id)
    const pooled = await groupOf(app, account)
    await assignNumber(app.context, pooled.number.id, { pool: true })
    const given = await groupOf(app, account)
    await assignNumber(app.context, given.number.id, { workspaceId: (await app.tenant()).workspaceId })
    for (const { id } of [inactive, empty, removed.group, pooled.group, given.group]) {
      const { status, body } = await broadcast(account, id)
      expect([status, body.error?.code]).toEqual([409, 'group_inactive'])
      expect((await account.list(`group_id=${id}`)).body.messages).toEqual([])
    }
    await removeNumber(app.context, pooled.number.id)
  })

  test.each([undefined, '', 5, null, 'a\0b', 'a'.repeat(1601)])(
    'refuses the body %j as invalid_body',
    async (body) => {
      const account = await smsAccount(app)
      const { group } = await groupOf(app, account)
      expect((await broadcast(account, group.id, { body })).body.error?.code).toBe('invalid_body')
    },
  )

  test('to an unknown group, another account’s or one on another number is not_found, malformed bad_request', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const { group } = await groupOf(app, account)
    const other = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: other.id })).key)
    for (const caller of [stranger, bound])
      expect((await broadcast(caller, group.id)).body.error?.code).toBe('not_found')
    expect((await broadcast(account, 987_654_321)).body.error?.code).toBe('not_found')
    expect((await account.post('/groups/abc/messages', { body: 'x' })).body.error?.code).toBe('bad_request')
  })
})
