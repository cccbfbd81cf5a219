import { openWriters } from '../writers.ts'
import { openClients, type S3BlobsOptions, type S3Store } from './server.ts'
import { partBuffers } from './write.ts'

const writersMax = 32
const partWritersMax = 64
const idleMsDefault = 30_000

export function openBucket(options: S3BlobsOptions): S3Store {
  const complete = { ...options, idleMs: options.idleMs ?? idleMsDefault }
  return {
    ...complete,
    ...openClients(complete),
    writers: openWriters('writers', writersMax),
    partWriters: openWriters('part_writers', partWritersMax),
    pool: partBuffers(),
    uploads: new Set(),
  }
}

export function closeBucket({ reading, writing }: S3Store): void {
  reading.destroy()
  writing.destroy()
}
