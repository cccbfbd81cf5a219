import type { Queryable } from '../../platform/database/database.ts'
import type { AccountUsage, Month } from './model.ts'
import { periodOf } from './rules.ts'
import { sumUsage } from './store.ts'

/** Refunds count in the month in which they happen, so that a past month never changes. */
export const exportUsage = (
  { database }: { readonly database: Queryable },
  month: Month,
  workspaceId: number | null,
): Promise<AccountUsage[]> => sumUsage(database, periodOf(month), workspaceId)
