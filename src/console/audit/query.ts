import { z } from 'zod'
import { idText, shownAs, text } from '../../api/field.ts'
import { csvRecord, type CsvCell } from '../../platform/csv.ts'
import { Paging } from '../paging.ts'

export const csvEntriesMax = 50_000
const csvBatchRows = 1000

/** PostgreSQL and JSON agree on these years. */
const latest = Date.UTC(9999, 0)

export const timeText = () =>
  shownAs(
    { type: 'string', format: 'date-time' },
    z.iso
      .datetime({ offset: true })
      .transform((value) => new Date(value))
      .refine((date) => date.getTime() >= 0 && date.getTime() < latest, 'must be between 1970 and 9999'),
  )

/** Query fields of every audit log. */
export const auditFields = {
  user_id: idText().optional().describe('Only what this person and their keys did.'),
  action: text().max(100).optional().describe('Only this action.'),
  from: timeText().optional().describe('Only entries of this time or later.'),
  to: timeText().optional().describe('Only entries before this time.'),
  ...Paging,
}

interface CsvEntries<Entry extends { readonly id: number }> {
  readonly columns: readonly CsvCell[]
  readonly cells: (entry: Entry) => readonly CsvCell[]
  readonly before: number | undefined
  readonly read: (before: number | undefined, limit: number) => Promise<readonly Entry[]>
}

/** Holds no connection while the client reads. */
export async function* csvRecords<Entry extends { readonly id: number }>({
  columns,
  cells,
  before,
  read,
}: CsvEntries<Entry>): AsyncGenerator<string> {
  yield csvRecord(columns)
  for (let count = 0; count < csvEntriesMax; count += csvBatchRows) {
    const entries = await read(before, csvBatchRows)
    yield entries.map((entry) => csvRecord(cells(entry))).join('')
    if (entries.length < csvBatchRows) return
    before = entries.at(-1)?.id
  }
}
