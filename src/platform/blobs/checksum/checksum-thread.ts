import { parentPort, workerData } from 'node:worker_threads'
import { checksumming } from './checksums.ts'
import type { ToThread } from './background-checksums.ts'

/** The thread of `checksumsInBackground`: says each time that it has read a piece, and at the end what came of them. */

const memory = workerData as SharedArrayBuffer
const sums = checksumming()

parentPort?.on('message', (message: ToThread) => {
  if (message === 'end') {
    parentPort?.postMessage(sums.result(), [])
    return
  }
  sums.add(new Uint8Array(memory, message.offset, message.length))
  parentPort?.postMessage('read', [])
})
