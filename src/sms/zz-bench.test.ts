import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { sql } from '../platform/database/sql.ts'
import { simulatorNumber, smsAccount, newPhone } from './test-account.ts'
import { claimMessages } from './queue/claim-messages.ts'
import { simulate } from './simulator/simulator.ts'
import { expireQueued } from './queue/store.ts'

test('bench', async () => {
  const app = await testApp()
  const me = await smsAccount(app, { plan: { smsDaily: 10_000_000 } })
  const other = await smsAccount(app, { plan: { smsDaily: 10_000_000 } })
  const n = await simulatorNumber(app)
  const n2 = await simulatorNumber(app)
  const db = app.context.database
  await me.send({ to: newPhone(), body: 'x' }); await other.send({ to: newPhone(), body: 'x' })
  const t = async (what: string, f: () => Promise<unknown>, times = 1) => {
    const s = performance.now(); for (let i = 0; i < times; i++) await f()
    console.log(what, ((performance.now() - s) / times).toFixed(2), 'ms')
  }
  await t('send 1', () => me.send({ to: newPhone(), body: 'hello there' }), 200)
  await t('send 1 parallel x10', () => Promise.all(Array.from({length: 10}, () => me.send({ to: newPhone(), body: 'hello there' }))), 30)
  await t('send 100', () => me.send({ to: Array.from({length: 100}, newPhone), body: 'hello there' }), 20)
  await t('drain pass', async () => { while ((await simulate(app.context)) === 0); })
  const now = app.clock.now()
  for (let k = 0; k < 4; k++)
  await db.run(sql`insert into sms.message (workspace_id, direction, phone, body, status, segments, number_id, created_at, expires_at, taken_at, sent_at, delivered_at)
    select case when g % 10 = 0 then ${other.tenant.workspaceId}::bigint else ${me.tenant.workspaceId}::bigint end, 'out', '+1202' || (1000000 + g % 5000), 'text ' || g, 'delivered', 1, case when g%2=0 then ${n.id}::bigint else ${n2.id}::bigint end, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from generate_series(1, 400000) g`)
  await db.run(sql`insert into sms.account select id from access.workspace on conflict do nothing`)
  await db.run(sql`insert into sms.message (workspace_id, direction, phone, body, status, segments, created_at, expires_at)
    select case when g % 100 = 0 then ${other.tenant.workspaceId}::bigint else ${me.tenant.workspaceId}::bigint end, 'out', '+1202' || (1000000 + g), 'text ' || g, 'queued', 1, ${now}::timestamptz, ${now}::timestamptz + interval '1 day' from generate_series(1, 200000) g`)
  await t('list', () => me.list(), 50)
  await t('list before analyze failed', () => me.list('status=failed'), 50)
  await db.run(sql`analyze`)

  const explain = async (what: string, st: any) => { const r = await db.transaction(async (tx) => tx.rows<any>({ text: 'explain (analyze, buffers off, costs off, timing off) ' + st.text, values: st.values })); console.log(what + '\n' + r.map((x) => x['QUERY PLAN']).join('\n')) }
  const cap: any[] = []
  const fake = { rows: async (st: any) => { cap.push(st); return [] } } as never
  const num = { id: n.id, workspace_id: null, served_workspace_id: 0 }
  await (await import('./queue/store.ts')).accountsInTurn(fake, num)
  await explain('TURN', cap.pop())
  await (await import('./queue/store.ts')).waitingMessages(fake, num, [me.tenant.workspaceId, other.tenant.workspaceId], { countMax: 3, now })
  await explain('WAITING', cap.pop())
  await (await import('./message/store.ts')).selectMessages(fake, me.tenant.workspaceId, { numberId: n.id, boundTo: null }, 51)
  await explain('LIST', cap.pop())
  await (await import('./simulator/store.ts')).claimableNumbers(fake, 200)
  await explain('CLAIMABLE', cap.pop())
  await (await import('./simulator/store.ts')).nextDue({ one: async (st: any) => { cap.push(st); return {} } } as never)
  await explain('DUE', cap.pop())
  app.clock.advance(86400_000 * 2)
  await t('expire 500', () => db.transaction((tx) => expireQueued(tx, app.clock.now(), 500)), 20)
  await app.close()
}, 300_000)
