import { monthlyUsage, usageColumns } from '../../../sms/usage/monthly-usage.ts'
import { defineCommand } from '../../command.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { csv } from '../../text.ts'
import { id, month } from '../../value.ts'

export const exportMonthlyUsage = defineCommand({
  words: ['usage', 'export'],
  summary: 'Print the usage of each workspace in a UTC month, as CSV',
  options: {
    month: { value: month, required: true, description: 'the month, like 2026-03' },
    workspace: { value: id, description: 'only this workspace' },
  },
  example: 'bureau usage export --month 2026-03',

  async run({ database }, { month: { text, ...chosen }, workspace: workspaceId = null }) {
    if (workspaceId !== null) await requireWorkspace(database, workspaceId)
    return { month: text, workspaces: await monthlyUsage(database, chosen, workspaceId) }
  },
  print: ({ month: text, workspaces }) =>
    csv(
      ['month', ...usageColumns],
      workspaces.map((workspace) => [text, ...usageColumns.map((column) => workspace[column])]),
    ),
})
