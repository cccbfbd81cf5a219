import { queryable } from '../../src/platform/database/queryable.ts'
import { deleteBatch } from '../../src/sms/message/purge-store.ts'
import { repeat } from '../connection.ts'
import { addMessages } from './messages.ts'
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
  await addMessages(world.database, { workspaceId: account.workspaceId, numbers, messages })
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
