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
  for (const q of ['', 'limit=200', 'status=failed', 'status=expired', 'direction=in', 'phone=%2B12021000007', `number_id=${n.id}`, `phone=%2B12025559999`, 'status=delivered&phone=%2B12021000009', 'direction=in&since_id=5', `number_id=${n.id}&status=failed`, 'direction=out'])
    await t(`list ${q}`, () => me.list(q), 30)
  await t('other failed', () => other.list('status=failed'), 30)
  await t('claim', () => claimMessages(app.context, n.id, 1), 2)
  await db.run(sql`update sms.message set status = 'sent', sent_at = ${now} where status = 'sending'`)
  await t('claim3', async () => { expect(await claimMessages(app.context, n.id, 3)).toHaveLength(3); await db.run(sql`update sms.message set status = 'sent', sent_at = ${now} where status = 'sending'`) }, 100)
  await t('100 passes', async () => { for (let i = 0; i < 100; i++) await simulate(app.context) })
  const { c } = await db.one<{ c: number }>(sql`select count(*)::int as c from sms.simulated_text`)
  console.log('texts', c)
  app.clock.advance(86400_000 * 2)
  await t('expire 500', () => db.transaction((tx) => expireQueued(tx, app.clock.now(), 500)), 20)
  await app.close()
}, 300_000)
