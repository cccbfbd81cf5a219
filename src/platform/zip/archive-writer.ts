import {
  centralHeader,
  centralHeaderBytes,
  dataDescriptor,
  deflated,
  endRecords,
  localHeader,
  localHeaderBytes,
  type Method,
  type WrittenEntry,
  type ZipEntry,
} from './record.ts'
import { RecordWriter } from './record-writer.ts'

/** Writes an archive sequentially. The caller writes exactly the announced data after each header. */
export interface ArchiveWriter {
  readonly header: (entry: ZipEntry, method: Method, compressedBytes: number) => Buffer
  readonly openHeader: (entry: ZipEntry) => Buffer
  readonly descriptor: (compressedBytes: number) => Buffer
  readonly end: () => Generator<Buffer>
}

function localHeaderOf(written: Omit<WrittenEntry, 'offset'>): Buffer {
  const record = new RecordWriter(localHeaderBytes(written.entry))
  localHeader(record, written)
  return record.end()
}

function centralHeaderOf(written: WrittenEntry): Buffer {
  const record = new RecordWriter(centralHeaderBytes(written.entry, written.offset))
  centralHeader(record, written)
  return record.end()
}

export function archiveWriter(): ArchiveWriter {
  const written: WrittenEntry[] = []
  let offset = 0
  let open: ZipEntry | undefined

  function add(record: Omit<WrittenEntry, 'offset'>, bytes: number): void {
    written.push({ ...record, offset })
    offset += bytes
  }

  return {
    header(entry, method, compressedBytes) {
      const record = { entry, method, compressedBytes, describedAfter: false }
      const header = localHeaderOf(record)
      add(record, header.length + compressedBytes)
      return header
    },
    openHeader(entry) {
      open = entry
      return localHeaderOf({ entry, method: deflated, compressedBytes: 0, describedAfter: true })
    },
    descriptor(compressedBytes) {
      if (!open) throw new Error('A descriptor ends an entry that was opened.')
      const record = { entry: open, method: deflated, compressedBytes, describedAfter: true } as const
      const headerBytes = localHeaderBytes(open)
      const descriptor = dataDescriptor(open, compressedBytes)
      add(record, headerBytes + compressedBytes + descriptor.length)
      open = undefined
      return descriptor
    },
    *end() {
      const start = offset
      for (const record of written) {
        const header = centralHeaderOf(record)
        offset += header.length
        yield header
      }
      yield endRecords({ entries: written.length, offset: start, sizeBytes: offset - start })
    },
  }
}
