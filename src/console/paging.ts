import { z } from 'zod'
import { idText, integerText } from '../api/field.ts'

/** Of lists that are newest first. */
export const Paging = z.object({
  limit: integerText({ min: 1, max: 100 }).default(50),
  before: idText().optional().describe('Only items with a smaller ID: `next_before` of the page before.'),
})

export const PageMeta = z
  .object({ next_before: z.int().nullable().describe('null: this is the last page.') })
  .meta({ id: 'ConsolePage' })

/** Of up to `limit + 1` rows, those of the page. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly meta: z.input<typeof PageMeta> } {
  const shown = rows.slice(0, limit)
  return { shown, meta: { next_before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null } }
}
