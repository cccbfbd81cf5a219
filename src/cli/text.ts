import { visible } from '../platform/visible.ts'

export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  aligned([headings.map((heading) => heading.toUpperCase()), ...rows])

/** A heading line and one line a row, for cells that need no quotes. */
export const csv = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [headings, ...rows].map((cells) => cells.join(',')).join('\n')

/** `name: value` a line, with the values below each other. */
export const details = (fields: Readonly<Record<string, string>>): string =>
  aligned(Object.entries(fields).map(([name, value]) => [`${name}:`, value]))

/** Escaped here and not when printed, because columns are aligned by the visible text. */
export const onOneLine = (text: string): string => visible(text.replaceAll(/\p{Cc}+/gu, ' '))

export function aligned(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(onOneLine))
  const widths: number[] = []
  for (const row of clean) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  }
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
