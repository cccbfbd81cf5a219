import { z } from 'zod'
import { shownAs, text } from '../../../api/field.ts'
import { Csv } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { csvRecord, wantsCsv } from '../../../platform/csv.ts'
import { monthlyUsage, usageColumns } from '../../../sms/usage/monthly-usage.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'

const pattern = /^((?:19|20|21)\d\d)-(0[1-9]|1[0-2])$/

const Month = shownAs(
  { type: 'string', pattern: pattern.source, examples: ['2026-03'] },
  text()
    .regex(pattern, 'must be a month, like 2026-03')
    .transform((name) => ({ name, year: Number(name.slice(0, 4)), month: Number(name.slice(5)) })),
)

const OperatorUsage = z
  .object({
    workspace_id: z.int(),
    messages: z.int(),
    segments: z.int(),
    allowance: z.int().describe('Texts that the plan includes.'),
    metered: z.int(),
    charged_micros: z.int(),
    reversed_micros: z.int(),
    micros: z.int(),
    storage_bytes: z.int().describe('Stored now, whatever the month.'),
  })
  .meta({ id: 'OperatorUsage' })

export const getMonthlyUsage = console.endpoint('getMonthlyUsage', {
  method: 'GET',
  path: '/operator/usage',
  summary: 'Get the usage of each workspace in a UTC month',
  description: 'The same as `bureau usage export`. With `Accept: text/csv` the answer is a file.',
  who: loggedIn,
  query: z.object({ month: Month }),
  result: z.array(OperatorUsage),
  csv: true,
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { month } }, { database, call }) {
    const workspaces = await monthlyUsage(database, month, null)
    if (!wantsCsv(call.headers['accept'])) return workspaces
    const rows = workspaces.map((workspace) =>
      csvRecord([month.name, ...usageColumns.map((column) => workspace[column])]),
    )
    return new Csv({
      fileName: `usage-${month.name}.csv`,
      records: () => [csvRecord(['month', ...usageColumns]), ...rows],
    })
  },
})
