import type { ByteRange } from '../http/range.ts'
import {
  centralHeader,
  centralHeaderBytes,
  endRecords,
  endRecordsBytes,
  localHeader,
  localHeaderBytes,
  stored,
  type WrittenEntry,
  type ZipEntry,
  type ZipEntryShape,
} from './record.ts'
import { RecordWriter } from './record-writer.ts'

export type ArchivePiece<Entry> =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'data'; readonly entry: Entry; readonly range: ByteRange }

type Section<Entry> =
  | { readonly sizeBytes: number; readonly encode: (entries: readonly ZipEntry[]) => Buffer }
  | { readonly sizeBytes: number; readonly entry: Entry }

const runBytes = 64 * 1024

class Run {
  sizeBytes = 0
  #from = 0
  #to = 0

  add(index: number, bytes: number): void {
    if (this.sizeBytes === 0) this.#from = index
    this.#to = index + 1
    this.sizeBytes += bytes
  }

  end(write: (record: RecordWriter, entry: ZipEntry, index: number) => void) {
    const [sizeBytes, from, to] = [this.sizeBytes, this.#from, this.#to]
    this.sizeBytes = 0
    const encode = (entries: readonly ZipEntry[]): Buffer => {
      const record = new RecordWriter(sizeBytes)
      for (let index = from; index < to; index++) write(record, entries[index] as ZipEntry, index)
      return record.end()
    }
    return { sizeBytes, encode }
  }
}

const storedEntry = (entry: ZipEntry, offset: number): WrittenEntry => ({
  entry,
  method: stored,
  compressedBytes: entry.sizeBytes,
  offset,
  describedAfter: false,
})

function* sectionsOf<Entry extends ZipEntryShape>(entries: readonly Entry[]): Generator<Section<Entry>> {
  const offsets = new Float64Array(entries.length)
  const offsetOf = (index: number) => offsets[index] as number
  const run = new Run()
  const localHeaders = () =>
    run.end((record, entry, index) => localHeader(record, storedEntry(entry, offsetOf(index))))
  const directoryLines = () =>
    run.end((record, entry, index) => centralHeader(record, storedEntry(entry, offsetOf(index))))
  let offset = 0
  for (const [index, entry] of entries.entries()) {
    offsets[index] = offset
    const headerBytes = localHeaderBytes(entry)
    run.add(index, headerBytes)
    offset += headerBytes + entry.sizeBytes
    if (entry.sizeBytes === 0 && run.sizeBytes < runBytes) continue
    yield localHeaders()
    if (entry.sizeBytes > 0) yield { sizeBytes: entry.sizeBytes, entry }
  }
  yield localHeaders()
  let directoryBytes = 0
  for (const [index, entry] of entries.entries()) {
    const headerBytes = centralHeaderBytes(entry, offsetOf(index))
    run.add(index, headerBytes)
    directoryBytes += headerBytes
    if (run.sizeBytes < runBytes) continue
    yield directoryLines()
  }
  yield directoryLines()
  const directory = { entries: entries.length, offset, sizeBytes: directoryBytes }
  yield { sizeBytes: endRecordsBytes(directory), encode: () => endRecords(directory) }
}

/** Known before any CRC-32. */
export function storedArchiveBytes(entries: readonly ZipEntryShape[]): number {
  let offset = 0
  let directoryBytes = 0
  for (const entry of entries) {
    directoryBytes += centralHeaderBytes(entry, offset)
    offset += localHeaderBytes(entry) + entry.sizeBytes
  }
  const directory = { entries: entries.length, offset, sizeBytes: directoryBytes }
  return offset + directoryBytes + endRecordsBytes(directory)
}

/** The pieces of a range of the archive. Only that range is encoded, so resuming a download is cheap. */
export function* storedPieces<Entry extends ZipEntry>(
  entries: readonly Entry[],
  range: ByteRange,
): Generator<ArchivePiece<Entry>> {
  let position = 0
  for (const section of sectionsOf(entries)) {
    const start = Math.max(range.start - position, 0)
    const end = Math.min(range.end - position, section.sizeBytes - 1)
    position += section.sizeBytes
    if (position > range.start && end >= start) {
      if ('entry' in section) yield { kind: 'data', entry: section.entry, range: { start, end } }
      else yield { kind: 'bytes', bytes: section.encode(entries).subarray(start, end + 1) }
    }
    if (position > range.end) return
  }
}
