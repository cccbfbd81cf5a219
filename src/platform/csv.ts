export type CsvCell = string | number | null

/** Spreadsheets run cells that begin like this as formulas, except a phone number. */
const formulaStart = /^(?!\+\d{7,15}$)[=+\-@\t\r]/

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const harmless = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One record with its line break (RFC 4180). Text that looks like a formula gets an apostrophe before it. */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

/** Whether a client that gets JSON by default wants CSV. */
export const wantsCsv = (accept: string | string[] | undefined): boolean =>
  /(^|,)\s*text\/csv\s*(;|,|$)/i.test(String(accept ?? ''))
