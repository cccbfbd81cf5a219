import { parentPort, workerData } from 'node:worker_threads'
import { checksumming } from './checksums.ts'
import type { ToThread } from './background-checksums.ts'

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
