import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { checksumming, type Checksums } from './checksums.ts'
import type { FromThread, ToThread } from './beside-thread.ts'

/** Below this, asking the thread takes longer than the checksum. */
const besideBytesMin = 256 * 1024

export interface ChecksumsBeside {
  /** Resolves when the piece has been read; it must not change before. One piece at a time. */
  readonly add: (piece: Uint8Array) => Promise<void>
  readonly result: () => Promise<Checksums>
  readonly close: () => void
}

/** One thread for all transfers, because checksums are two thirds of an upload's cost. Small blobs are summed here. */
export function checksumsBeside(): ChecksumsBeside {
  let sums: ChecksumsBeside | undefined
  return {
    add(piece) {
      sums ??= piece.length < besideBytesMin ? inThisThread() : inThread((thread ??= startThread()))
      return sums.add(piece)
    },
    result: () => (sums ?? inThisThread()).result(),
    close: () => sums?.close(),
  }
}

function inThisThread(): ChecksumsBeside {
  const sums = checksumming()
  return {
    add: (piece) => Promise.resolve(sums.add(piece)),
    result: () => Promise.resolve(sums.result()),
    close: () => {},
  }
}

type Ask = (message: ToThread) => Promise<FromThread>

let thread: Ask | undefined
let streams = 0

function inThread(ask: Ask): ChecksumsBeside {
  const stream = streams++
  return {
    add: async (piece) => void (await ask({ stream, piece })),
    result: async () => (await ask({ stream, end: 'result' })) as Checksums,
    close: () => void ask({ stream, end: 'close' }).catch(() => undefined),
  }
}

function startThread(): Ask {
  const worker = new Worker(new URL('beside-thread.ts', import.meta.url))
  const asked: PromiseWithResolvers<FromThread>[] = []
  worker.on('message', (answer: FromThread) => asked.shift()?.resolve(answer))
  const ended = (cause?: unknown): void => {
    thread = undefined
    const failure = new Error('The thread that adds bytes up has ended.', { cause })
    for (const { reject } of asked.splice(0)) reject(failure)
  }
  once(worker, 'exit').then(() => ended(), ended)
  worker.unref()
  return (message) => {
    const answer = Promise.withResolvers<FromThread>()
    asked.push(answer)
    worker.postMessage(message, [])
    return answer.promise
  }
}
