import { z } from 'zod'
import { idText, shownAs, text } from '../../../api/field.ts'
import { Csv, list } from '../../../api/result.ts'
import { listWholeAudit, type WholeAuditFilter } from '../../../identity/audit/list-store.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { csvRecord, wantsCsv } from '../../../platform/csv.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { auditCells, auditColumns, InstallationAuditEntry, toEntry } from './model.ts'

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

export const listInstallationAudit = console.endpoint('listInstallationAudit', {
  method: 'GET',
  path: '/operator/audit',
  summary: 'List what people, keys, and operators did anywhere',
  description:
    `Newest first. With \`Accept: text/csv\` the answer is a file with at most ${csvEntriesMax} entries, ` +
    'and `limit` does not count.',
  who: loggedIn,
  query: z.object({
    user_id: idText().optional().describe('Only what this person and their keys did.'),
    workspace_id: idText().optional().describe('Only entries of this workspace.'),
    action: text().max(100).optional().describe('Only this action.'),
    from: time().optional().describe('Only entries of this time or later.'),
    to: time().optional().describe('Only entries before this time.'),
    ...Paging,
  }),
  result: list(InstallationAuditEntry, pageMeta),
  csv: true,
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query }, { database, call }) {
    const { user_id: userId, workspace_id: workspaceId, action, from, to, before, limit } = query
    const filter = { userId, workspaceId, action: action === '' ? undefined : action, from, to, before }
    if (wantsCsv(call.headers['accept']))
      return new Csv({ fileName: 'audit-log.csv', records: () => recordsOf(database, filter) })
    const { rows, meta } = pageOf(await listWholeAudit(database, filter, limit + 1), limit)
    return { data: rows.map(toEntry), meta }
  },
})

/** Holds no connection while the client reads. */
async function* recordsOf(database: Queryable, filter: WholeAuditFilter): AsyncGenerator<string> {
  yield csvRecord(auditColumns)
  let { before } = filter
  for (let read = 0; read < csvEntriesMax; read += csvBatchRows) {
    const rows = await listWholeAudit(database, { ...filter, before }, csvBatchRows)
    yield rows.map((row) => csvRecord(auditCells(toEntry(row)))).join('')
    if (rows.length < csvBatchRows) return
    before = rows.at(-1)?.id
  }
}
