import type { ArrivingFile } from '../../platform/http/multipart.ts'

/** Bytes that came to an end within the limit, or all of them still to be read, those that were read included. */
export type ReadAhead = { readonly whole: Buffer } | { readonly unread: AsyncIterable<Uint8Array> }

/**
 * Reads bytes whose length nobody knows as far as `bytesMax`, to tell what is small from what is not. A piece of `bytes` is
 * good until the next is asked for, so what is kept is copied.
 */
export async function readAhead(
  { bytes, whole }: Pick<ArrivingFile, 'bytes' | 'whole'>,
  bytesMax: number,
): Promise<ReadAhead> {
  if (whole && whole.length <= bytesMax) return { whole }
  const iterator = bytes[Symbol.asyncIterator]()
  const kept: Buffer[] = []
  let keptBytes = 0
  for (;;) {
    const next = await iterator.next()
    if (next.done === true) return { whole: Buffer.concat(kept) }
    keptBytes += next.value.length
    if (keptBytes > bytesMax) return { unread: inFront([...kept, next.value], iterator) }
    kept.push(Buffer.from(next.value))
  }
}

async function* inFront(
  pieces: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
