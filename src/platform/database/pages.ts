/** Reads a list page by page, by the key of the last row, so that memory is bounded. Ends at the first page that is not full. */
export async function* pagesOf<Row>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  limit = 500,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}
