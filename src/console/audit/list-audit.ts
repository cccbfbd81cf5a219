import { z } from 'zod'
import { Csv, list } from '../../api/result.ts'
import { listOfWorkspace } from '../../identity/audit/store.ts'
import { member } from '../../identity/schemes/session.ts'
import { wantsCsv } from '../../platform/csv.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, pageOf } from '../paging.ts'
import { adminsOnly } from '../permit.ts'
import { console } from '../service.ts'
import { ConsoleAuditEntry } from './model.ts'
import { namedEntries } from './named-entries.ts'
import { auditFields, csvEntriesMax, csvRecords } from './query.ts'
import { csvCells, csvColumns } from './rules.ts'

export const listAudit = console.endpoint('listAudit', {
  method: 'GET',
  path: '/workspaces/{workspace}/audit',
  summary: 'List what people, keys, and operators did in the workspace',
  description:
    `Newest first, for the owner and admins. With \`Accept: text/csv\` the answer is a file with at most ` +
    `${csvEntriesMax} entries, and \`limit\` does not count.`,
  who: member,
  params: z.object({ ...inWorkspace.shape }),
  query: z.object(auditFields),
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
        records: () =>
          csvRecords({
            columns: csvColumns,
            cells: csvCells,
            before,
            read: async (last, count) =>
              namedEntries(
                database,
                workspaceId,
                await listOfWorkspace(database, { ...filter, before: last }, count),
              ),
          }),
      })
    const { rows, meta } = pageOf(await listOfWorkspace(database, filter, limit + 1), limit)
    return { data: await namedEntries(database, workspaceId, rows), meta }
  },
})
