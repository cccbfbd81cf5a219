import { GatheredBytes } from '../../platform/gathered-bytes.ts'
import type { OpenRoom } from '../../platform/http/body-memory.ts'
import type { ArrivingFile } from '../../platform/http/multipart.ts'
import { PermitRefused } from '../../platform/concurrency/fair-limiter.ts'

export type ReadAhead = { readonly whole: Buffer } | { readonly unread: AsyncIterable<Uint8Array> }

/** Reads up to `bytesMax`, to tell small files from large ones. Throws `PermitRefused` when memory is short. */
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
