import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql, type Statement } from '../src/platform/database/sql.ts'
import { developer, freshAddress, refusalOf } from './developer.ts'
import { testApp, type Answer, type TestApp } from './harness.ts'
import { newAddress, organization } from './iam-app.ts'
import { until } from './until.ts'

// What waits for a lock holds a connection: somebody who waits with many requests at once must leave others theirs.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Holds a row from another connection than those of the pool's turns, for as long as `work` takes. */
async function whileLocked<Result>(lock: Statement, work: () => Promise<Result>): Promise<Result> {
  return app.context.database.transaction(async (tx) => {
    await tx.rows(lock)
    return work()
  })
}

const lockOfWorkspace = (id: number) => sql`select id from identity.workspace where id = ${id} for update`
const lockOfPerson = (id: number) => sql`select id from identity.user where id = ${id} for update`

/** Starts requests that cannot end yet; resolves once each of them has a turn or waits for one. */
async function started(requests: readonly Promise<Answer>[]) {
  const { people } = app.context.limiters
  await until(async () => people.state.running + people.state.waiting === requests.length)
  return { statuses: async () => (await Promise.all(requests)).map(({ status }) => status) }
}

describe('an organization that has 50 changes of people at once', () => {
  test('waits for its own lock, and changes of another one go on: roles, removals, invitations, codes', async () => {
    const [busy, other] = [await organization(app), await organization(app)]
    const role = (at: number) => (at % 2 ? 'admin' : 'member')
    const changed = await whileLocked(lockOfWorkspace(busy.id), async () => {
      const changes = Array.from({ length: 44 }, (_, at) =>
        busy.owner.iam('PATCH', `/members/${busy.member.id}`, { role: role(at) }),
      )
      const others = [
        busy.owner.iam('DELETE', `/members/${busy.admin.id}`),
        busy.owner.iam('DELETE', '/invites/987654321'),
        busy.owner.iam('DELETE', '/invite-codes/ABCDEFGHJKMNPQRS'),
        busy.owner.iam('POST', '/invite-codes'),
        ...Array.from({ length: 2 }, () => busy.owner.iam('POST', '/members', { email: newAddress() })),
      ]
      const waiting = await started([...changes, ...others])
      const { owner, member, admin } = other
      expect((await owner.iam('PATCH', `/members/${member.id}`, { role: 'admin' })).status).toBe(200)
      expect((await owner.iam('DELETE', `/members/${admin.id}`)).status).toBe(204)
      expect((await owner.iam('POST', '/members', { email: newAddress() })).status).toBe(201)
      expect((await owner.iam('POST', '/invite-codes')).status).toBe(201)
      return waiting
    })
    expect(await changed.statuses()).toEqual([
      ...Array.from({ length: 44 }, () => 200),
      204,
      404,
      404,
      201,
      201,
      201,
    ])
  })
})

describe('a developer account that creates 50 accounts at once', () => {
  test('waits for its own lock with all of its keys, and others create accounts', async () => {
    const [busy, other] = [await developer(app), await developer(app)]
    const { key } = await busy.tenant.key('provisioning', { workspaceId: busy.tenant.personalId })
    const created = await whileLocked(lockOfPerson(busy.tenant.userId), async () => {
      const requests = Array.from({ length: 50 }, (_, at) => busy.user({}, at % 2 ? key : busy.key))
      const waiting = await started(requests)
      expect((await other.user()).status).toBe(201)
      expect((await other.invite()).status).toBe(201)
      return waiting
    })
    expect(new Set(await created.statuses())).toEqual(new Set([201]))
  })

  test('is refused as rate_limited when its lock does not come', async () => {
    const busy = await developer(app)
    const answer = await whileLocked(lockOfPerson(busy.tenant.userId), async () => {
      const answered = busy.user({ email: freshAddress() })
      await until(async () => (await cancelled()) > 0)
      return answered
    })
    expect(refusalOf(answer)).toEqual([429, 'rate_limited'])
    expect(answer.headers['retry-after']).toBe('5')
  })
})

/** Cancels statements that wait for a lock, as the time limit of statements does. Resolves with how many. */
const cancelled = (): Promise<number> =>
  app.context.database.run(sql`
    select pg_cancel_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`)
