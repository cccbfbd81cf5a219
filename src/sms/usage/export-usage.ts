import type { Queryable } from '../../platform/database/database.ts'
import type { AccountUsage, Month } from './model.ts'
import { periodOf } from './rules.ts'
import { sumUsage } from './store.ts'

/**
 * What accounts used in a month, by the ledger. Charges that are taken back count in the month in which that happens, so
 * that a month which is over stays as it is.
 */
export const exportUsage = (
  { database }: { readonly database: Queryable },
  month: Month,
  workspaceId: number | null,
): Promise<AccountUsage[]> => sumUsage(database, periodOf(month), workspaceId)
