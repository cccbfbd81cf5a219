import { storedBytes } from '../../files/public.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { AccountUsage, Month } from './model.ts'
import { exportUsage } from './store.ts'

export const usageColumns = [
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

export interface MonthlyUsage extends AccountUsage {
  /** Now, whatever the month. */
  readonly storage_bytes: number
}

/** Of each workspace that sent in the UTC month or stores something, or of one. */
export async function monthlyUsage(
  database: Queryable,
  month: Month,
  workspaceId: number | null,
): Promise<MonthlyUsage[]> {
  const texts = await exportUsage(database, month, workspaceId)
  const stored = await storedBytes({ database }, workspaceId)
  const used = new Map(texts.map((account) => [account.workspace_id, account]))
  const ids = [...new Set([...used.keys(), ...stored.keys()])].toSorted((a, b) => a - b)
  return ids.map((each) => ({
    ...(used.get(each) ?? { workspace_id: each, ...none }),
    storage_bytes: stored.get(each) ?? 0,
  }))
}
