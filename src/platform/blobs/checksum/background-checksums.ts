import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { checksumming, type Checksums } from './checksums.ts'

export type ToThread = { readonly offset: number; readonly length: number } | 'end'

const slotBytes = 256 * 1024
const slots = 2

/** Below this, starting a thread takes longer than the work. */
const threadBytesMin = 8 * 1024 * 1024

/** Computes checksums in a thread, which takes a second per GiB, with copies of the pieces in shared memory. */
export async function checksumsInBackground(
  pieces: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Checksums> {
  if (sizeBytes < threadBytesMin) return checksumsHere(pieces)
  const memory = new SharedArrayBuffer(slots * slotBytes)
  const thread = new Worker(new URL('checksum-thread.ts', import.meta.url), { workerData: memory })
  const answers = on(thread, 'message', { close: ['exit'] })
  const answer = async (): Promise<unknown> => {
    const next = (await answers.next()) as IteratorResult<[unknown], undefined>
    if (next.done === true) throw new Error('The thread that adds bytes up has ended.')
    return next.value[0]
  }
  const tell = (message: ToThread): void => thread.postMessage(message, [])
  try {
    let told = 0
    for await (const piece of pieces) {
      for (let start = 0; start < piece.length; start += slotBytes) {
        if (told >= slots) await answer()
        const slot = piece.subarray(start, start + slotBytes)
        const offset = (told % slots) * slotBytes
        new Uint8Array(memory).set(slot, offset)
        tell({ offset, length: slot.length })
        told += 1
      }
    }
    tell('end')
    for (let left = Math.min(told, slots); left > 0; left -= 1) await answer()
    return (await answer()) as Checksums
  } finally {
    await thread.terminate()
  }
}

async function checksumsHere(pieces: AsyncIterable<Uint8Array>): Promise<Checksums> {
  const sums = checksumming()
  for await (const piece of pieces) sums.add(piece)
  return sums.result()
}
