import { GatheredBytes } from '../../platform/gathered-bytes.ts'
import type { OpenRoom } from '../../platform/http/body-memory.ts'
import type { ArrivingFile } from '../../platform/http/multipart.ts'
import { PermitRefused } from '../../platform/concurrency/fair-limiter.ts'

/** Bytes that came to an end within the limit, or all of them still to be read, those that were read included. */
export type ReadAhead = { readonly whole: Buffer } | { readonly unread: AsyncIterable<Uint8Array> }

/**
 * Reads bytes whose length nobody knows as far as `bytesMax`, to tell what is small from what is not. A piece of `bytes` is
 * good until the next is asked for, so what is kept is copied. Throws `PermitRefused` when bodies together hold too much memory.
 */
export async function readAhead(
  { bytes, whole }: Pick<ArrivingFile, 'bytes' | 'whole'>,
  bytesMax: number,
  openRoom: OpenRoom,
): Promise<ReadAhead> {
  if (whole && whole.length <= bytesMax) return { whole }
  const iterator = bytes[Symbol.asyncIterator]()
  const kept = new GatheredBytes()
  const refusal = new AbortController()
  const room = openRoom(() => refusal.abort(new PermitRefused('bodies', 'full')))
  try {
    for (;;) {
      const next = await iterator.next()
      refusal.signal.throwIfAborted()
      if (next.done === true) return { whole: kept.whole() }
      if (kept.length + next.value.length > bytesMax)
        return { unread: inFront(kept.length === 0 ? [next.value] : [kept.whole(), next.value], iterator) }
      kept.add(Buffer.from(next.value))
      room.take(next.value.length)
    }
  } finally {
    room.free()
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
