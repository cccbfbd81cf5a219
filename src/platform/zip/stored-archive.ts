import type { ByteRange } from '../http/range.ts'
import {
  centralHeader,
  centralHeaderBytes,
  endRecords,
  endRecordsBytes,
  localHeader,
  localHeaderBytes,
  stored,
  type ZipEntry,
  type ZipEntryShape,
} from './record.ts'

/** A stretch of an archive: bytes of the format, or a range of what an entry holds. */
export type ArchivePiece<Entry> =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'data'; readonly entry: Entry; readonly range: ByteRange }

type Section<Entry> =
  | { readonly sizeBytes: number; readonly encode: (entries: readonly ZipEntry[]) => Buffer }
  | { readonly sizeBytes: number; readonly entry: Entry }

/** The archive in its order; it is encoded only when its bytes are wanted. */
function* sectionsOf<Entry extends ZipEntryShape>(entries: readonly Entry[]): Generator<Section<Entry>> {
  const offsets = new Float64Array(entries.length)
  let offset = 0
  const written = (all: readonly ZipEntry[], index: number) => {
    const entry = all[index] as ZipEntry
    const place = offsets[index] as number
    return {
      entry,
      method: stored,
      compressedBytes: entry.sizeBytes,
      offset: place,
      describedAfter: false,
    } as const
  }
  for (const [index, entry] of entries.entries()) {
    offsets[index] = offset
    const headerBytes = localHeaderBytes(entry)
    yield { sizeBytes: headerBytes, encode: (all) => localHeader(written(all, index)) }
    if (entry.sizeBytes > 0) yield { sizeBytes: entry.sizeBytes, entry }
    offset += headerBytes + entry.sizeBytes
  }
  let directoryBytes = 0
  for (const [index, entry] of entries.entries()) {
    const headerBytes = centralHeaderBytes(entry, offsets[index] as number)
    yield { sizeBytes: headerBytes, encode: (all) => centralHeader(written(all, index)) }
    directoryBytes += headerBytes
  }
  const directory = { entries: entries.length, offset, sizeBytes: directoryBytes }
  yield { sizeBytes: endRecordsBytes(directory), encode: () => endRecords(directory) }
}

/** Length of the archive that holds these entries uncompressed, known before any CRC-32 is. */
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

/** Bytes of the format that stand next to each other are given together, about so many at once. */
const runBytes = 64 * 1024

/**
 * What stands in a range of the archive that holds these entries uncompressed. Only that is made: a download that is
 * resumed at its end costs no more than the end.
 */
export function* storedPieces<Entry extends ZipEntry>(
  entries: readonly Entry[],
  range: ByteRange,
): Generator<ArchivePiece<Entry>> {
  let run: Buffer[] = []
  let runLength = 0
  function* endOfRun(): Generator<ArchivePiece<Entry>> {
    if (runLength > 0) yield { kind: 'bytes', bytes: Buffer.concat(run, runLength) }
    run = []
    runLength = 0
  }
  for (const { section, start, end } of sectionsWithin(entries, range)) {
    if ('entry' in section) {
      yield* endOfRun()
      yield { kind: 'data', entry: section.entry, range: { start, end } }
    } else {
      run.push(section.encode(entries).subarray(start, end + 1))
      runLength += end + 1 - start
      if (runLength >= runBytes) yield* endOfRun()
    }
  }
  yield* endOfRun()
}

/** The sections that a range touches, each with the first and last of its bytes that are within. */
function* sectionsWithin<Entry extends ZipEntryShape>(entries: readonly Entry[], range: ByteRange) {
  let position = 0
  for (const section of sectionsOf(entries)) {
    const start = Math.max(range.start - position, 0)
    const end = Math.min(range.end - position, section.sizeBytes - 1)
    position += section.sizeBytes
    if (position > range.start && end >= start) yield { section, start, end }
    if (position > range.end) return
  }
}
