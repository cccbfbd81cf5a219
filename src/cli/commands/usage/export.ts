import { storedBytes } from '../../../files/public.ts'
import { exportUsage } from '../../../sms/usage/store.ts'
import { defineCommand } from '../../command.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { csv } from '../../text.ts'
import { id, month } from '../../value.ts'

const columns = [
  'workspace_id',
  'messages',
  'segments',
  'allowance',
  'metered',
  'charged_micros',
  'reversed_micros',
  'micros',
  'storage_bytes',
] as const

const none = {
  messages: 0,
  segments: 0,
  allowance: 0,
  metered: 0,
  charged_micros: 0,
  reversed_micros: 0,
  micros: 0,
}

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
    const texts = await exportUsage(database, chosen, workspaceId)
    const stored = await storedBytes({ database }, workspaceId)
    const used = new Map(texts.map((account) => [account.workspace_id, account]))
    const ids = [...new Set([...used.keys(), ...stored.keys()])].toSorted((a, b) => a - b)
    const workspaces = ids.map((each) => ({
      ...(used.get(each) ?? { workspace_id: each, ...none }),
      storage_bytes: stored.get(each) ?? 0,
    }))
    return { month: text, workspaces }
  },
  print: ({ month: text, workspaces }) =>
    csv(
      ['month', ...columns],
      workspaces.map((workspace) => [text, ...columns.map((column) => workspace[column])]),
    ),
})
