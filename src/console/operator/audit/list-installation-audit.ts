import { z } from 'zod'
import { idText } from '../../../api/field.ts'
import { Csv, list } from '../../../api/result.ts'
import { listWholeAudit } from '../../../identity/audit/list-store.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { wantsCsv } from '../../../platform/csv.ts'
import { auditFields, csvEntriesMax, csvRecords } from '../../audit/query.ts'
import { pageMeta, pageOf } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { auditCells, auditColumns, InstallationAuditEntry, toEntry } from './model.ts'

export const listInstallationAudit = console.endpoint('listInstallationAudit', {
  method: 'GET',
  path: '/operator/audit',
  summary: 'List what people, keys, and operators did anywhere',
  description:
    `Newest first. With \`Accept: text/csv\` the answer is a file with at most ${csvEntriesMax} entries, ` +
    'and `limit` does not count.',
  who: loggedIn,
  query: z.object({
    workspace_id: idText().optional().describe('Only entries of this workspace.'),
    ...auditFields,
  }),
  result: list(InstallationAuditEntry, pageMeta),
  csv: true,
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query }, { database, call }) {
    const { user_id: userId, workspace_id: workspaceId, action, from, to, before, limit } = query
    const filter = { userId, workspaceId, action: action === '' ? undefined : action, from, to, before }
    if (wantsCsv(call.headers['accept']))
      return new Csv({
        fileName: 'audit-log.csv',
        records: () =>
          csvRecords({
            columns: auditColumns,
            cells: auditCells,
            before,
            read: async (last, count) =>
              (await listWholeAudit(database, { ...filter, before: last }, count)).map(toEntry),
          }),
      })
    const { rows, meta } = pageOf(await listWholeAudit(database, filter, limit + 1), limit)
    return { data: rows.map(toEntry), meta }
  },
})
