import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { eventually, until } from '../../../test/until.ts'
import { jsonCaller } from '../../../test/files-app.ts'
import { revokeProvisioning } from '../../identity/approval/change-approval.ts'
import { inForce } from '../../identity/in-force.ts'
import { markWorkspace, unmarkWorkspace } from '../../identity/removal/mark.ts'
import { createKey } from '../../identity/key/create-key.ts'
import { addMember, removeMember } from '../../identity/member/change-members.ts'
import { setPlan } from '../../identity/plan/set-plan.ts'
import { endSession } from '../../identity/session/store.ts'
import { createUser } from '../../identity/user/create-user.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { simulateInbound } from '../../sms/carrier/simulator/operate-simulator.ts'
import { pauseNumbers } from '../../sms/number/send-rate-store.ts'
import { putOnline } from '../../sms/inventory/change-number.ts'
import { openDeliveryEngine } from '../../webhooks/delivery/engine.ts'
import { checkViewers } from './check-viewers.ts'
import { listen, logIn, type Listener } from './event-stream.testing.ts'
import { openEventStream } from './open-event-stream.ts'

// Two processes on one database: changes are made in the first, and streams are open in the second.

let app: TestApp
let database: Database
let beside: TestApp
let tenant: Tenant
let stranger: Listener
let own: Listener
let operator: Listener
let files: ReturnType<typeof filesClient>
let sms: ReturnType<typeof smsCaller>
let api: ReturnType<typeof jsonCaller>

beforeAll(async () => {
  app = await testApp()
  database = app.context.database
  await app.context.database.run(
    sql`alter table identity.user add column if not exists operator_since timestamptz`,
  )
  beside = await testApp({ beside: app })
  await app.origin('files').ready()
  await beside.origin('files').ready()
  tenant = await app.tenant()
  const { userId } = await app.tenant()
  const boss = await app.tenant()
  await app.context.database.run(sql`
    update identity.user set operator_since = ${app.clock.now()} where id = ${boss.userId}`)
  ;[own, stranger, operator] = [
    await listen(beside, tenant.userId),
    await listen(beside, userId),
    await listen(beside, boss.userId),
  ]
  const fileKey = (await tenant.key('files')).key
  await simulatorNumber(app)
  files = filesClient(app, fileKey)
  api = jsonCaller(app, fileKey)
  sms = smsCaller(app, (await tenant.key('sms')).key)
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

const quiet = () => new Promise((resolve) => setTimeout(resolve, 350))

beforeEach(async () => {
  await quiet()
  for (const each of [own, stranger, operator]) each.forget()
})

/** Makes a change and waits until the listener has seen it. */
async function seesWithinASecond(listener: Listener, topic: string, change: () => Promise<unknown>) {
  const startedMs = monotonicMs()
  await change()
  const doneMs = monotonicMs()
  const seen = await until(() => listener.seen().find((each) => each.topic === topic))
  expect(monotonicMs() - doneMs).toBeLessThan(1000 + (doneMs - startedMs))
  await quiet()
  return seen
}

describe('a change arrives within a second, at the members of its workspace and nobody else', () => {
  let sharedId = ''
  const changes: readonly (readonly [topic: string, change: () => Promise<unknown>])[] = [
    ['files', () => api('POST', '/folders', { name: 'A' })],
    ['usage', () => files.upload('a.txt', 'text')],
    [
      'shares',
      async () => {
        const { body } = await files.upload('b.txt', 'text')
        sharedId = (body as { data: { id: string } }).data.id
        return api('POST', '/shares', { file_id: sharedId, status: 'public' })
      },
    ],
    ['accesses', () => app.call('files', { method: 'GET', url: `/sl/${sharedId}` })],
    ['messages', () => sms.send({ to: newPhone(), body: 'Hi' })],
    ['keys', () => tenant.key('files')],
    ['members', () => app.member(tenant.workspaceId, 'member')],
    ['numbers', () => simulatorNumber(app, { tenant })],
  ]
  test.each(changes)('of %s', async (topic, change) => {
    const seen = await seesWithinASecond(own, topic, change)
    expect(seen.workspace_id).toBe(tenant.workspaceId)
    expect(stranger.seen().filter(({ workspace_id: id }) => id === tenant.workspaceId)).toEqual([])
    expect(operator.seen().filter(({ workspace_id: id }) => id === tenant.workspaceId)).toEqual([])
  })

  test('of a text that came in, with its message', async () => {
    const { id: numberId } = await simulatorNumber(app, { tenant })
    const seen = await seesWithinASecond(own, 'messages', () =>
      simulateInbound(app.context, { numberId, from: newPhone(), body: 'Hello' }),
    )
    expect(seen).toEqual({
      workspace_id: tenant.workspaceId,
      topic: 'messages',
      id: expect.any(Number) as number,
    })
    expect(stranger.seen().filter(({ topic }) => topic === 'messages')).toEqual([])
  })

  test('of groups and their members', async () => {
    const number = await simulatorNumber(app, { tenant, online: false })
    const member = { name: 'Ann', phone: newPhone(), admin: false }
    let id = 0
    await seesWithinASecond(own, 'groups', async () => {
      const draft = { name: 'G', number_id: number.id, members: [member] }
      id = (await sms.post<{ group: { id: number } }>('/groups', draft)).body.group.id
    })
    own.forget()
    const seen = await seesWithinASecond(own, 'groups', () =>
      sms.post(`/groups/${id}/members`, { name: 'Bob', phone: newPhone() }),
    )
    expect(seen).toEqual({ workspace_id: tenant.workspaceId, topic: 'groups', id })
    expect(stranger.seen().filter(({ topic }) => topic === 'groups')).toEqual([])
  })

  test('of webhooks and deliveries, at each step of a delivery', async () => {
    const addWebhook = () =>
      database.run(sql`
        insert into webhooks.webhook (workspace_id, created_by, name, url, events, active, sealed_secret, created_at)
        values (${tenant.workspaceId}, ${tenant.userId}, 'W', 'https://nowhere.test/', '{*}', true,
                ${app.context.vault.seal('x', 'webhook')}, ${app.clock.now()})`)
    await seesWithinASecond(own, 'webhooks', addWebhook)
    const engine = openDeliveryEngine(app.context, () => undefined)
    await api('POST', '/folders', { name: 'B' })
    const seen = await seesWithinASecond(own, 'deliveries', () => engine.loop.run(app.context))
    await engine.stop()
    app.takeErrors()
    expect(seen.workspace_id).toBe(tenant.workspaceId)
    expect(stranger.seen().filter(({ topic }) => topic === 'deliveries')).toEqual([])
  })

  test('of a number that pauses for its failures, not of one that used up a budget', async () => {
    const { id: numberId } = await simulatorNumber(app, { tenant })
    await quiet()
    own.forget()
    const soon = new Date(app.clock.now().getTime() + 60_000)
    await database.transaction((tx) => pauseNumbers(tx, [{ numberId, until: soon, reason: 'budget' }]))
    await quiet()
    expect(own.seen().filter(({ topic }) => topic === 'numbers')).toEqual([])
    const later = new Date(soon.getTime() + 60_000)
    await seesWithinASecond(own, 'numbers', () =>
      database.transaction((tx) => pauseNumbers(tx, [{ numberId, until: later, reason: 'failures' }])),
    )
  })

  test('of a number of the pool, at everyone', async () => {
    const number = await simulatorNumber(app)
    await quiet()
    for (const each of [own, stranger, operator]) each.forget()
    await putOnline(app.context, number.id, false)
    for (const each of [own, stranger])
      await until(() => each.seen().some(({ topic }) => topic === 'numbers'))
    await until(() => operator.seen().some((each) => each.topic === 'numbers' && each.workspace_id === null))
  })
})

describe('operators and nobody else see a change', () => {
  const changes: readonly (readonly [topic: string, change: () => Promise<unknown>])[] = [
    ['people', () => inForce(app.context, (tx) => setPlan(tx, tenant.userId, { smsDaily: 999 }))],
    ['provisioning', () => inForce(app.context, (tx) => revokeProvisioning(tx, tenant.userId))],
    ['plans', () => database.run(sql`update identity.plan set sms_daily = sms_daily + 1`)],
    [
      'workspaces',
      () =>
        database.run(sql`update files.usage set limit_bytes = 5 where workspace_id = ${tenant.personalId}`),
    ],
    [
      'mail',
      () =>
        database.run(sql`
          insert into platform.mail (recipient, subject, text, html, links, created_at)
          values ('a@example.com', '', '', '', '{}', ${app.clock.now()})`),
    ],
    ['jobs', async () => app.context.notifications.tell({ scope: 'operators', topic: 'jobs', ids: null })],
  ]
  test.each(changes)('of %s', async (topic, change) => {
    const seen = await seesWithinASecond(operator, topic, change)
    expect(seen.workspace_id).toBe(null)
    for (const each of [own, stranger]) expect(each.seen().filter((seen) => seen.topic === topic)).toEqual([])
  })
})

describe('many changes', () => {
  test('of a transaction of 1,000 statements are few events', async () => {
    const { userId, workspaceId } = tenant
    const request = { service: 'sms', userId, workspaceId, scopes: ['numbers:read'], perMinute: 1 } as const
    await seesWithinASecond(own, 'keys', () =>
      database.transaction(async (tx) => {
        for (let made = 0; made < 1000; made++) await createKey(tx, app.context.random, request)
      }),
    )
    expect(own.seen().length).toBeLessThanOrEqual(12)
    expect(own.seen()).toContainEqual({ workspace_id: workspaceId, topic: 'keys', id: null })
  })

  test('of an id that is too long for a notification are told without it', async () => {
    await seesWithinASecond(operator, 'plans', () =>
      database.run(sql`select platform.tell('"operators"', 'plans', jsonb_build_array(repeat('x', 9000)))`),
    )
    expect(operator.seen()).toEqual([{ workspace_id: null, topic: 'plans', id: null }])
  })

  test('of one statement are one event without an id', async () => {
    const { workspaceId } = tenant
    await seesWithinASecond(own, 'keys', () =>
      database.run(sql`update identity.api_key set revoked_at = ${app.clock.now()}
                        where workspace_id = ${workspaceId} and per_minute = 1`),
    )
    expect(own.seen()).toEqual([{ workspace_id: workspaceId, topic: 'keys', id: null }])
  })

  test('of messages are at most four a second', async () => {
    const sends = Array.from({ length: 60 }, () => sms.send({ to: newPhone(), body: 'Hi' }))
    await seesWithinASecond(own, 'messages', () => Promise.all(sends))
    expect(own.seen().filter(({ topic }) => topic === 'messages').length).toBeLessThanOrEqual(45)
    expect(own.seen().filter(({ topic, id }) => topic === 'usage' && id === null).length).toBeLessThanOrEqual(
      8,
    )
  })
})

describe('a stream ends', () => {
  const session = (id: number) => ({ workspace_id: null, topic: 'session', id })

  test('with its log-in, at once, in every process', async () => {
    const [one, other] = [await listen(beside, tenant.userId), await listen(app, tenant.userId)]
    for (const { sessionId } of [one, other]) await endSession(database, sessionId, app.clock.now())
    await until(() => one.ended() && other.ended())
    expect(one.seen()).toContainEqual(session(one.sessionId))
    expect(own.ended()).toBe(false)
  })

  test('when the person is disabled', async () => {
    const person = await app.member(tenant.workspaceId, 'member')
    const listener = await listen(beside, person.id)
    await inForce(app.context, (tx) => setUserDisabled(tx, person.id, true))
    await until(() => listener.ended())
    expect(listener.seen()).toContainEqual(session(listener.sessionId))
  })

  test('when the log-in has expired, with the next keep-alive', async () => {
    const listener = await listen(beside, tenant.userId)
    await database.run(sql`
      update identity.session set expires_at = ${app.clock.now()} where id = ${listener.sessionId}`)
    await checkViewers(beside.context, new Set([listener.sessionId]))
    await until(() => listener.ended())
    expect(listener.seen()).toEqual([session(listener.sessionId)])
  })

  test('when the log-in ended just before it was opened', async () => {
    const viewer = await logIn(app, tenant.userId)
    await endSession(database, viewer.sessionId, app.clock.now())
    const stream = (await openEventStream(app.context, viewer))()
    const text = String(Buffer.concat((await stream?.toArray()) ?? []))
    expect(text).toContain(`"topic":"session","id":${viewer.sessionId}`)
  })

  test('when notifications were lost, and when they come again', async () => {
    const listener = await listen(beside, tenant.userId)
    await database.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'bureau listener' and datname = current_database()`)
    await until(() => listener.ended())
    await until(() => app.context.notifications.connected() && beside.context.notifications.connected())
    ;[own, stranger, operator] = [
      await listen(beside, own.userId),
      await listen(beside, stranger.userId),
      await listen(beside, operator.userId),
    ]
    await seesWithinASecond(own, 'messages', () => sms.send({ to: newPhone(), body: 'Hi' }))
  })
})

describe('an operator who is one no longer', () => {
  test('sees the pages of operators change no more, at once', async () => {
    const { userId } = await app.tenant()
    const setOperator = (since: Date | null) =>
      database.run(sql`update identity.user set operator_since = ${since} where id = ${userId}`)
    await setOperator(app.clock.now())
    const listener = await listen(beside, userId)
    const changePlan = () => database.run(sql`update identity.plan set sms_daily = sms_daily + 1`)
    await seesWithinASecond(listener, 'plans', changePlan)
    await setOperator(null)
    await quiet()
    listener.forget()
    await changePlan()
    await quiet()
    expect(listener.seen()).toEqual([])
  })
})

describe('a membership', () => {
  test('that ends takes the workspace out of open streams at once', async () => {
    const person = await app.member(tenant.workspaceId, 'member')
    const listener = await listen(beside, person.id)
    await seesWithinASecond(listener, 'keys', () => tenant.key('files'))
    const member = { workspaceId: tenant.workspaceId, userId: person.id }
    await inForce(app.context, (tx) => removeMember(tx, member))
    await quiet()
    listener.forget()
    await tenant.key('files')
    await quiet()
    expect(listener.seen()).toEqual([])
    expect(listener.ended()).toBe(false)
  })

  test('of a workspace that is deleted tells of it, and carries nothing until it is brought back', async () => {
    const { workspaceId, userId } = await app.tenant()
    const listener = await listen(beside, userId)
    const told = { workspace_id: workspaceId, topic: 'members', id: null }
    await inForce(app.context, (tx) => markWorkspace(tx, workspaceId))
    await until(() => listener.seen().some((each) => isDeepStrictEqual(each, told)))
    await quiet()
    listener.forget()
    app.context.notifications.tell({ scope: workspaceId, topic: 'files', ids: null })
    await quiet()
    expect(listener.seen()).toEqual([])
    await inForce(app.context, (tx) => unmarkWorkspace(tx, workspaceId))
    await until(() => listener.seen().some(({ topic }) => topic === 'members'))
    expect(listener.ended()).toBe(false)
  })

  test('that begins brings the workspace into open streams at once, and tells of it', async () => {
    const { id } = await inForce(app.context, (tx) =>
      createUser(tx, app.context.setUpWorkspace, {
        email: 'new@example.com',
        firstName: 'New',
        lastName: 'Person',
        plan: 'standard',
      }),
    )
    const listener = await listen(beside, id)
    const { workspaceId } = tenant
    await inForce(app.context, (tx) => addMember(tx, { workspaceId, userId: id, role: 'member' }))
    await eventually(() =>
      expect(listener.seen()).toContainEqual({ workspace_id: workspaceId, topic: 'members', id }),
    )
    await seesWithinASecond(listener, 'keys', () => tenant.key('files'))
  })
})
