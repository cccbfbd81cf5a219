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

/**
 * What stands in a range of the archive that holds these entries uncompressed. Only that is made: a download that is
 * resumed at its end costs no more than the end.
 */
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
