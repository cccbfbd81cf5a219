/** Rows as aligned columns without trailing spaces. Line breaks and other control characters become spaces. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}+/gu, ' ')))
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
