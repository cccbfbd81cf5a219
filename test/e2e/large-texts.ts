import { sql } from '../../src/platform/database/sql.ts'
import { simulateInbound } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import type { Tenant, TestApp } from '../harness.ts'
import { simulatorNumber, smsCaller, type TestNumber } from '../sms-account.ts'

const bodies = [
  'Your order is ready.',
  'Reminder: your appointment with Dr. Wolfeschlegelsteinhausenbergerdorff is tomorrow at 10:30. Reply C to confirm. '.repeat(
    5,
  ),
  'مرحبا بكم، طلبكم جاهز',
  '🎉🎉🎉',
  'https://example.com/a/long/address/that/has/no/blank/where/a/line/could/break/and-goes-on-and-on-and-on',
  '<b>not bold</b>',
]

/** 300 conversations with texts of each status, senders with names, groups, and texts that nobody gets. */
export async function makeTexts(app: TestApp, tenant: Tenant, pool: TestNumber): Promise<void> {
  const own = await simulatorNumber(app, { tenant, online: false })
  await addFinished(app, tenant.workspaceId, own)
  for (let at = 0; at < 5; at++) await addGroup(app, tenant, at)
  const sms = smsCaller(app, (await tenant.key('sms', { perMinute: 1000 })).key)
  const receive = (from: string, body: string, { id } = own) =>
    simulateInbound(app.context, { numberId: id, from, body })
  for (const [at, sender] of ['32665', 'شركة الاتصالات', '🛍️ Shop & Söhne'].entries())
    await receive(sender, bodies[at] ?? '')
  for (let at = 0; at < 20; at++) {
    const phone = `+1303555${String(at).padStart(4, '0')}`
    await sms.send({ to: phone, body: bodies[at % bodies.length], from: own.id })
    if (at % 4 === 0) await receive(phone, at % 8 === 0 ? 'STOP' : 'Thank you!')
  }
  for (let at = 0; at < 60; at++)
    await receive(`+1404555${String(at).padStart(4, '0')}`, bodies[at % bodies.length] ?? '', pool)
}

/** Two texts out and every other time one back, for each of 280 phones. */
async function addFinished({ context, clock }: TestApp, workspaceId: number, { id }: TestNumber) {
  await context.database.run(sql`
    with m as (
      insert into sms.message (workspace_id, direction, phone, body, status, segments, client_ref, number_id, error_code,
                               error_message, created_at, expires_at, sent_at, delivered_at)
      select ${workspaceId}::bigint, case when status = 'received' then 'in' else 'out' end,
             '+1202555' || lpad(n::text, 4, '0'), (${bodies}::text[])[1 + n % ${bodies.length}::int], status, 1,
             case when n % 5 = 0 then 'order-' || n end, ${id}::bigint,
             case when status = 'failed' then 'no_service' end,
             case when status = 'failed' then 'The phone has no service.' end, at, at + interval '1 day',
             case when status in ('sent', 'delivered') then at end, case when status = 'delivered' then at end
        from (
          select n, turn, ${clock.now()}::timestamptz - (1000 - n * 3 - turn) * interval '1 hour' as at,
                 case when turn = 3 then 'received'
                      else (array['delivered', 'sent', 'failed', 'expired', 'cancelled'])[1 + (n + turn) % 5] end as status
            from generate_series(1, 280) n
           cross join generate_series(1, 3) turn
           where turn < 3 or n % 2 = 0
           order by n, turn
        ) text
      returning id, phone, direction, created_at, status
    ),
    handed as (
      insert into sms.handoff (message_id, number_id, at, what, detail)
      select m.id, ${id}::bigint, created_at, step.what,
             case when step.what = 'failed' then 'no_service: The phone has no service.' end
        from m
       cross join lateral unnest(case when status in ('sent', 'delivered', 'failed')
                                      then array['handed', status] else array[]::text[] end) as step (what)
    )
    insert into sms.conversation (workspace_id, phone, last_id, last_in_id, last_in_at)
    select ${workspaceId}, phone, max(id), max(id) filter (where direction = 'in'),
           max(created_at) filter (where direction = 'in')
      from m
     group by phone`)
}

async function addGroup(app: TestApp, tenant: Tenant, at: number): Promise<void> {
  const number = await simulatorNumber(app, { tenant, online: false })
  const sms = smsCaller(app, (await tenant.key('sms')).key)
  const members = Array.from({ length: at === 0 ? 60 : at + 1 }, (_, place) => ({
    name: place === 1 ? 'Wolfeschlegelsteinhausenbergerdorff, Maximiliane' : `Member ${place}`,
    phone: `+1505555${String(at * 100 + place).padStart(4, '0')}`,
    admin: place === 0,
  }))
  const name = at === 0 ? 'Everyone who helps with the summer party of the school' : `Group ${at}`
  const { status, body } = await sms.post<{ group: { id: number } }>('/groups', {
    name,
    number_id: number.id,
    members,
  })
  if (status !== 201) throw new Error(`${status} ${body.error?.message}`)
  await sms.post(`/groups/${body.group.id}/messages`, { body: bodies[at] })
  await simulateInbound(app.context, {
    numberId: number.id,
    from: members[0]?.phone ?? '',
    body: 'Hello everyone',
  })
}
