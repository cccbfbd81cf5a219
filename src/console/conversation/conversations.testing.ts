import { simulateInbound } from '../../sms/carrier/simulator/operate-simulator.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { Answer, Tenant, TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsCaller, type TestNumber } from '../../../test/sms-account.ts'
import { logIn, type Browser } from '../console.testing.ts'

export interface ListedConversation {
  readonly phone: string
  readonly display: string
  readonly last: { readonly id: number; readonly body: string; readonly direction: 'in' | 'out' }
  readonly unread: boolean
  readonly opted_out_at: string | null
}

export interface Page<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly next_before: number | null; readonly searched_to?: string | null }
}

/** A workspace with a number of its own that is online, and its owner's browser. */
export async function texter(app: TestApp, options: { online?: boolean } = {}) {
  const tenant = await app.tenant({ plan: { smsDaily: 100_000 } })
  const number = await simulatorNumber(app, { tenant, online: options.online ?? false })
  const owner = await logIn(app, tenant.userId)
  const { key } = await tenant.key('sms')
  return { tenant, number, owner, path: `/workspaces/${tenant.workspaceId}`, ...texts(app, number, key) }
}

function texts(app: TestApp, number: TestNumber, key: string) {
  const sms = smsCaller(app, key)
  return {
    sms,
    /** Resolves to its ID. */
    send: async (to: string, body = 'x'): Promise<number> => {
      const { status, body: sent } = await sms.send({ to, body, from: number.id })
      if (status !== 202) throw new Error(`${status} ${sent.error?.message}`)
      return sent.messages[0]?.id ?? 0
    },
    receive: (phone: string, body = 'x') =>
      simulateInbound(app.context, { numberId: number.id, from: phone, body }),
  }
}

export type Texter = Awaited<ReturnType<typeof texter>>

export async function pageOf<Row>(browser: Browser, path: string): Promise<Page<Row>> {
  const answer: Answer = await browser.call('GET', path)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body as Page<Row>
}

export const memberOf = async (app: TestApp, { workspaceId }: Tenant): Promise<Browser> =>
  logIn(app, (await app.member(workspaceId, 'member')).id)

/** One message to or from each phone from `+12030000001` on, oldest first. */
export async function manyConversations(
  { context, clock }: TestApp,
  workspaceId: number,
  { count, direction }: { readonly count: number; readonly direction: 'in' | 'out' },
): Promise<void> {
  await context.database.run(sql`
    with m as (
      insert into sms.message (workspace_id, direction, phone, body, status, segments, created_at)
      select ${workspaceId}::bigint, ${direction}::text, '+1203' || lpad(n::text, 7, '0'), 'Text ' || n,
             case when ${direction}::text = 'in' then 'received' else 'sent' end, 1, ${clock.now()}::timestamptz
        from generate_series(1, ${count}::int) n
      returning id, phone, direction, created_at
    )
    insert into sms.conversation (workspace_id, phone, last_id, last_in_id, last_in_at)
    select ${workspaceId}, phone, id, case direction when 'in' then id end, case direction when 'in' then created_at end
      from m`)
  await context.database.run(sql`analyze sms.message`)
  await context.database.run(sql`analyze sms.conversation`)
}

/** How PostgreSQL runs the statement of a read. */
export const planOf = (
  { context }: TestApp,
  read: (database: Queryable) => Promise<unknown>,
): Promise<string> =>
  context.database.transaction(async (tx) => {
    const asked: Statement[] = []
    const rows = <Row>(statement: Statement) => {
      asked.push(statement)
      return Promise.resolve<Row[]>([])
    }
    await read({ ...tx, rows })
    const [{ text, values } = { text: '', values: [] }] = asked
    const lines = await tx.rows<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
