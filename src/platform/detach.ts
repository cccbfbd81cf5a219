/**
 * The pieces of a stream that has no other reader, each freed when the next one is asked for. To the garbage collector a
 * piece is a few bytes with 64 KiB behind them: it lets many megabytes of them pile up, and then goes through the whole
 * heap for their sake. A transfer without this takes twice the processor time.
 */
export async function* detachAfterUse(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const piece of pieces) {
    yield piece
    detach(piece)
  }
}

/** Frees the memory of a piece that is no longer in use, if it does not share it. */
export function detach(piece: Uint8Array): void {
  // Memory of which the piece is only a part has others in it.
  if (piece.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength)
    piece.buffer.transfer(0)
}
