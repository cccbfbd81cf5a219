import { z } from 'zod'
import { idText, shownAs, text } from '../../api/field.ts'
import { Csv, list } from '../../api/result.ts'
import { listOfWorkspace, type WorkspaceAuditFilter } from '../../identity/audit/store.ts'
import { member } from '../../identity/schemes/session.ts'
import { csvRecord, wantsCsv } from '../../platform/csv.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { adminsOnly } from '../permit.ts'
import { console } from '../service.ts'
import { ConsoleAuditEntry } from './model.ts'
import { namedEntries } from './named-entries.ts'
import { csvCells, csvColumns } from './rules.ts'

const csvEntriesMax = 50_000
const csvBatchRows = 1000

/** PostgreSQL and JSON agree on these years. */
const latest = Date.UTC(9999, 0)

const time = () =>
  shownAs(
    { type: 'string', format: 'date-time' },
    z.iso
      .datetime({ offset: true })
      .transform((value) => new Date(value))
      .refine((date) => date.getTime() >= 0 && date.getTime() < latest, 'must be between 1970 and 9999'),
  )

export const listAudit = console.endpoint('listAudit', {
  method: 'GET',
  path: '/workspaces/{workspace}/audit',
  summary: 'List what people, keys, and operators did in the workspace',
  description:
    `Newest first, for the owner and admins. With \`Accept: text/csv\` the answer is a file with at most ` +
    `${csvEntriesMax} entries, and \`limit\` does not count.`,
  who: member,
  params: z.object({ ...inWorkspace.shape }),
  query: z.object({
    user_id: idText().optional().describe('Only what this person and their keys did.'),
    action: text().max(100).optional().describe('Only this action.'),
    from: time().optional().describe('Only entries of this time or later.'),
    to: time().optional().describe('Only entries before this time.'),
    ...Paging,
  }),
  result: list(ConsoleAuditEntry, pageMeta),
  csv: true,
  problems: ['not_admin'],
  permit: adminsOnly,

  async handle({ query }, { principal: { workspaceId }, database, call }) {
    const { user_id: userId, action, from, to, before, limit } = query
    const filter = { workspaceId, userId, action, from, to, before }
    if (wantsCsv(call.headers['accept']))
      return new Csv({
        fileName: `audit-log-${workspaceId}.csv`,
        records: () => recordsOf(database, filter),
      })
    const { rows, meta } = pageOf(await listOfWorkspace(database, filter, limit + 1), limit)
    return { data: await namedEntries(database, workspaceId, rows), meta }
  },
})

/** Holds no connection while the client reads. */
async function* recordsOf(database: Queryable, filter: WorkspaceAuditFilter): AsyncGenerator<string> {
  yield csvRecord(csvColumns)
  let { before } = filter
  for (let read = 0; read < csvEntriesMax; read += csvBatchRows) {
    const rows = await listOfWorkspace(database, { ...filter, before }, csvBatchRows)
    const entries = await namedEntries(database, filter.workspaceId, rows)
    yield entries.map((entry) => csvRecord(csvCells(entry))).join('')
    if (rows.length < csvBatchRows) return
    before = rows.at(-1)?.id
  }
}
