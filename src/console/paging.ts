import { z } from 'zod'
import { idText, integerText } from '../api/field.ts'

/** Newest first: `before` is the ID of the last row that the caller has. */
export const pagingFields = {
  limit: integerText({ min: 1, max: 100 }).default(50).describe('Rows of a page.'),
  before: idText().optional().describe('Only rows with a smaller ID.'),
}

export const BeforeMeta = z
  .object({ next_before: z.int().nullable().describe('`before` of the next page; null on the last page.') })
  .meta({ id: 'BeforeMeta' })

/** A page of rows of which one more than `limit` was read. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly meta: { readonly next_before: number | null } } {
  const page = rows.slice(0, limit)
  return { rows: page, meta: { next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null } }
}
