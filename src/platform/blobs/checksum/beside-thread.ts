import { parentPort } from 'node:worker_threads'
import { checksumming, type Checksums } from './checksums.ts'

export type ToThread =
  | { readonly stream: number; readonly piece: Uint8Array }
  | { readonly stream: number; readonly end: 'result' | 'close' }

export type FromThread = Checksums | 'done'

const streams = new Map<number, ReturnType<typeof checksumming>>()

function sumsOf(stream: number): ReturnType<typeof checksumming> {
  const sums = streams.get(stream) ?? checksumming()
  streams.set(stream, sums)
  return sums
}

function answerTo(message: ToThread): FromThread {
  const { stream } = message
  if ('piece' in message) {
    sumsOf(stream).add(message.piece)
    return 'done'
  }
  if (message.end === 'result') return sumsOf(stream).result()
  streams.delete(stream)
  return 'done'
}

parentPort?.on('message', (message: ToThread) => parentPort?.postMessage(answerTo(message), []))
