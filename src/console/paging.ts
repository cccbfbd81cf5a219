import { z } from 'zod'
import { idText, integerText } from '../api/field.ts'

/** Query fields of lists, which are newest first. */
export const Paging = {
  limit: integerText({ min: 1, max: 100 }).default(50),
  before: idText().optional().describe('Only items with a smaller ID: `next_before` of the page before.'),
}

export const pageMeta = z
  .object({
    next_before: z.int().nullable().describe('`before` of the next page; null on the last page.'),
  })
  .meta({ id: 'ConsolePageMeta' })

/** One page of rows that were read with a limit of one more. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: Row[]; readonly meta: z.input<typeof pageMeta> } {
  const shown = rows.slice(0, limit)
  return { rows: shown, meta: { next_before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null } }
}
