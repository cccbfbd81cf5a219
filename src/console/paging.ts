import { z } from 'zod'
import { idText, integerText } from '../api/field.ts'

/** Query fields of lists that are newest first. */
export const Paging = {
  limit: integerText({ min: 1, max: 100 }).default(50),
  before: idText().optional().describe('Only entries that come after the one with this ID, which are older.'),
}

export const pageMeta = z.object({
  next_before: z.int().nullable().describe('`before` of the next page; null on the last page.'),
})

/** Read one row more than `limit`. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly meta: z.input<typeof pageMeta> } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), meta: { next_before: last?.id ?? null } }
}
