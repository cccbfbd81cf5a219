import { queryable } from '../../src/platform/database/queryable.ts'
import { deleteBatch } from '../../src/sms/message/purge-store.ts'
import { repeat } from '../connection.ts'
import { below, ms, percentile95, type Outcome } from '../outcome.ts'
import type { Account, World } from './world.ts'

// Pages of 50 messages of an account that has half of all messages of an installation; and what it takes to delete those of
// the oldest month, as the job does that keeps messages for some days only.

const million = 1_000_000
const messages = Number(process.env['BENCH_MESSAGES'] ?? 10 * million)
const pageMsMax = 10
const secondsAList = 2

export async function benchLists(world: World): Promise<Outcome[]> {
  const account = await world.addAccount()
  const numbers: number[] = []
  while (numbers.length < 20) numbers.push(await world.addNumber({ online: false }))
  const startedMs = performance.now()
  await addMessages(world, account, numbers)
  console.log(`  ${messages} messages written in ${ms(performance.now() - startedMs)}`)
  const oneMs = await p95Of(world, account, `messages/${messages}`)
  const outcomes: Outcome[] = []
  for (const query of queriesOf(numbers)) {
    const pageMs = await p95Of(world, account, `messages?${query}`)
    outcomes.push(
      below(`p95 of a page, ${query || 'newest'}`, pageMs, pageMsMax, ms, `one message ${ms(oneMs)}`),
    )
  }
  outcomes.push(await benchRetention(world))
  const afterMs = await p95Of(world, account, 'messages?')
  outcomes.push(below('p95 of a page, newest, after that', afterMs, pageMsMax, ms))
  return outcomes
}

const purgeRows = 5000

async function benchRetention({ database }: World): Promise<Outcome> {
  const { rows } = await database.query<{ before: Date }>(
    `select min(created_at) + interval '30 days' as before from sms.message`,
  )
  const before = rows[0]?.before ?? new Date(0)
  const startedMs = performance.now()
  const tookMs: number[] = []
  let deleted = 0
  for (let afterId: number | null = 0, batchMs = startedMs; afterId !== null;) {
    const purged = await deleteBatch(queryable(database), before, { afterId, countMax: purgeRows })
    const now = performance.now()
    tookMs.push(now - batchMs)
    batchMs = now
    deleted += purged.deleted
    afterId = purged.lastId
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  const what = `${deleted} messages of a month deleted, ${purgeRows} at a time`
  const peer = `p95 of a batch ${ms(percentile95(tookMs))}, slowest ${ms(Math.max(...tookMs))}`
  return { what, bureau: `${seconds} s`, peer, ratio: '', goal: '' }
}

/** One request after the other, because it is the page that is measured and not the queue in front of it. */
async function p95Of({ base }: World, account: Account, path: string): Promise<number> {
  const { pathname } = new URL(`${base}/`)
  const load = { connections: 1, seconds: secondsAList }
  const { tookMs } = await repeat(base, load, (connection) =>
    connection.exchange('GET', `${pathname}${path}`, account.headers, '', 200),
  )
  return percentile95(tookMs)
}

const queriesOf = (numbers: readonly number[]): readonly string[] => [
  '',
  `before_id=${messages / 2}`,
  'before_id=100',
  `since_id=${messages / 2}`,
  'direction=in',
  'direction=out',
  'status=queued',
  'status=failed',
  'status=delivered',
  'phone=%2B12025550777',
  `number_id=${numbers[3]}`,
  `number_id=${numbers[3]}&status=queued`,
  `number_id=${numbers[3]}&direction=in`,
  `phone=%2B12025550777&status=failed`,
]

const batch = 250_000

/** Every second message is the account's, of the others each account has a few. One in fifty waits. */
async function addMessages({ database }: World, { workspaceId }: Account, numbers: readonly number[]) {
  await database.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
  // Indexes are made afterwards, as a restore does, which is several times as fast.
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'sms' and tablename = 'message' and indexname <> 'message_pkey'`)
  for (const { name } of indexes) await database.query(`drop index sms.${name}`)
  for (let from = 1; from <= messages; from += batch) {
    const to = Math.min(from + batch - 1, messages)
    await database.query(insertMessages, [workspaceId, numbers, from, to])
  }
  for (const { definition } of indexes) await database.query(definition)
  await database.query(`
    insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
    select id, workspace_id, coalesce(number_id, 0), phone, expires_at from sms.message where status = 'queued'`)
  await database.query('vacuum analyze sms.message')
  await database.query('vacuum analyze sms.queue')
}

const insertMessages = `
  insert into sms.message
    (workspace_id, direction, phone, body, status, segments, number_id, error_code, error_message, created_at,
     expires_at, taken_at, sent_at, delivered_at)
  select case when g % 2 = 0 then $1::bigint else 1000000 + g % 999 end,
         case when status = 'received' then 'in' else 'out' end,
         '+1202' || 5550000 + (g / 2 * 7919) % 10000, 'Your parcel is on its way and arrives today between 2 and 4 pm.',
         status, 1, number_id, case when status = 'failed' then 'failed' end, case when status = 'failed' then 'It failed.' end,
         at, now() + interval '7 days', case when status not in ('queued', 'received') then at end,
         case when status in ('sent', 'delivered') then at end, case when status = 'delivered' then at end
    from generate_series($3::bigint, $4::bigint) g
    cross join lateral (
      select case when g / 2 % 50 = 7 then 'queued' when g / 2 % 10 = 3 then 'received'
                  when g / 2 % 1000 = 1 then 'failed' when g / 2 % 20 = 5 then 'sent' else 'delivered' end as status,
             now() - interval '300 days' + g * interval '2 seconds' as at
    ) drawn
    cross join lateral (
      select case when status <> 'queued' or g / 2 % 100 = 7
                  then ($2::bigint[])[1 + g / 2 % cardinality($2::bigint[])] end as number_id
    ) taken`
