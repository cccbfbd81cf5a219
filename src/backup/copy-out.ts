import type { Client } from 'pg'
import { to } from 'pg-copy-streams'

/** The rows that a COPY statement sends. If the reader stops early, end the connection: the rest is on its way. */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  const stream = client.query(to(statement))
  // It may fail after the reader has gone.
  stream.on('error', () => undefined)
  yield* stream as AsyncIterable<Buffer>
}

/** In the text format, line breaks of values are escaped. */
export function countRows(piece: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count++
  return count
}

export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + Buffer.from(piece).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
