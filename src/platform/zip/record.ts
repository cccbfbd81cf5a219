import { RecordWriter } from './record-writer.ts'

/** Sizes and CRC-32 are before compression. */
export interface ZipEntry {
  /** Relative, with `/` at the end of a folder. A function, so that ten thousand long paths need not be kept. */
  readonly path: () => string
  /** UTF-8, at most 65,535. */
  readonly pathBytes: number
  readonly folder: boolean
  readonly modifiedAt: Date
  readonly sizeBytes: number
  readonly crc32: number
}

export type ZipEntryShape = Pick<ZipEntry, 'pathBytes' | 'sizeBytes' | 'modifiedAt'>

export const pathBytesMax = 0xffff

export const stored = 0
export const deflated = 8
export type Method = typeof stored | typeof deflated

export interface WrittenEntry {
  readonly entry: ZipEntry
  readonly method: Method
  readonly compressedBytes: number
  readonly offset: number
  readonly describedAfter: boolean
}

const max16 = 0xffff
const max32 = 0xffffffff

/** Entries from this size use 64-bit sizes. Below 4 GiB, because deflate may lengthen data and the header is written first. */
const wideFromBytes = 0xf0000000

const isWide = ({ sizeBytes }: ZipEntryShape): boolean => sizeBytes >= wideFromBytes

const utf8Flag = 0x0800
const describedAfterFlag = 0x0008
const classicVersion = 20
const zip64Version = 45
const unixHost = 3
const fileMode = 0o100644
const folderMode = 0o040755
const folderAttribute = 0x10

/** 1980 to 2107 in steps of two seconds, in UTC. */
function dosTime(record: RecordWriter, time: Date): void {
  const year = time.getUTCFullYear()
  if (year < 1980) return dosTime(record, new Date(Date.UTC(1980, 0, 1)))
  if (year > 2107) return dosTime(record, new Date(Date.UTC(2107, 11, 31, 23, 59, 58)))
  record
    .short((time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1))
    .short(((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate())
}

const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Signed 32 bits; otherwise only the DOS time is written. */
const hasExactTime = ({ modifiedAt }: ZipEntryShape): boolean =>
  unixSeconds(modifiedAt) === (unixSeconds(modifiedAt) | 0)

/** The extra field "extended timestamp", modification time only. */
function exactTime(record: RecordWriter, entry: ZipEntryShape): void {
  if (!hasExactTime(entry)) return
  record
    .short(0x5455)
    .short(5)
    .byte(1)
    .long(unixSeconds(entry.modifiedAt) >>> 0)
}

/** The zip64 extra field. */
function wideNumbers(record: RecordWriter, values: readonly number[]): void {
  if (values.length === 0) return
  record.short(0x0001).short(8 * values.length)
  for (const value of values) record.wide(value)
}

const exactTimeBytes = (entry: ZipEntryShape): number => (hasExactTime(entry) ? 9 : 0)
const wideNumbersBytes = (count: number): number => (count === 0 ? 0 : 4 + 8 * count)

function commonFields(
  record: RecordWriter,
  { entry, method, describedAfter }: Pick<WrittenEntry, 'entry' | 'method' | 'describedAfter'>,
  version: number,
): void {
  record
    .short(version)
    .short(utf8Flag | (describedAfter ? describedAfterFlag : 0))
    .short(method)
  dosTime(record, entry.modifiedAt)
}

export const localHeaderBytes = (entry: ZipEntryShape): number =>
  30 + entry.pathBytes + exactTimeBytes(entry) + wideNumbersBytes(isWide(entry) ? 2 : 0)

export function localHeader(record: RecordWriter, written: Omit<WrittenEntry, 'offset'>): void {
  const { entry, compressedBytes, describedAfter } = written
  const wide = isWide(entry)
  const sizeBytes = describedAfter ? 0 : entry.sizeBytes
  const packedBytes = describedAfter ? 0 : compressedBytes
  record.long(0x04034b50)
  commonFields(record, written, wide ? zip64Version : classicVersion)
  record
    .long(describedAfter ? 0 : entry.crc32)
    .long(wide ? max32 : packedBytes)
    .long(wide ? max32 : sizeBytes)
    .short(entry.pathBytes)
    .short(exactTimeBytes(entry) + wideNumbersBytes(wide ? 2 : 0))
    .text(entry.path())
  if (wide) wideNumbers(record, [sizeBytes, packedBytes])
  exactTime(record, entry)
}

export function dataDescriptor(entry: ZipEntry, compressedBytes: number): Buffer {
  const wide = isWide(entry)
  const record = new RecordWriter(wide ? 24 : 16).long(0x08074b50).long(entry.crc32)
  if (wide) record.wide(compressedBytes).wide(entry.sizeBytes)
  else record.long(compressedBytes).long(entry.sizeBytes)
  return record.end()
}

export const centralHeaderBytes = (entry: ZipEntryShape, offset: number): number =>
  46 +
  entry.pathBytes +
  exactTimeBytes(entry) +
  wideNumbersBytes((isWide(entry) ? 2 : 0) + (offset >= max32 ? 1 : 0))

export function centralHeader(record: RecordWriter, written: WrittenEntry): void {
  const { entry, compressedBytes, offset } = written
  const wide = isWide(entry)
  const numbers: number[] = []
  if (wide) numbers.push(entry.sizeBytes, compressedBytes)
  if (offset >= max32) numbers.push(offset)
  const mode = entry.folder ? folderMode : fileMode
  record.long(0x02014b50).byte(zip64Version).byte(unixHost)
  commonFields(record, written, numbers.length > 0 ? zip64Version : classicVersion)
  record
    .long(entry.crc32)
    .long(wide ? max32 : compressedBytes)
    .long(wide ? max32 : entry.sizeBytes)
    .short(entry.pathBytes)
    .short(exactTimeBytes(entry) + wideNumbersBytes(numbers.length))
    // No comment, first disk, no attributes.
    .short(0)
    .short(0)
    .short(0)
    .long(mode * 0x10000 + (entry.folder ? folderAttribute : 0))
    .long(Math.min(offset, max32))
    .text(entry.path())
  wideNumbers(record, numbers)
  exactTime(record, entry)
}

interface Directory {
  readonly entries: number
  readonly offset: number
  readonly sizeBytes: number
}

const isWideDirectory = ({ entries, offset, sizeBytes }: Directory): boolean =>
  entries >= max16 || offset >= max32 || sizeBytes >= max32

export const endRecordsBytes = (directory: Directory): number =>
  22 + (isWideDirectory(directory) ? 56 + 20 : 0)

export function endRecords(directory: Directory): Buffer {
  const { entries, offset, sizeBytes } = directory
  const record = new RecordWriter(endRecordsBytes(directory))
  if (isWideDirectory(directory)) {
    record.long(0x06064b50).wide(44).byte(zip64Version).byte(unixHost).short(zip64Version)
    record.long(0).long(0).wide(entries).wide(entries).wide(sizeBytes).wide(offset)
    // The zip64 end record's offset, on the only disk.
    record
      .long(0x07064b50)
      .long(0)
      .wide(offset + sizeBytes)
      .long(1)
  }
  record.long(0x06054b50).short(0).short(0)
  record.short(Math.min(entries, max16)).short(Math.min(entries, max16))
  record.long(Math.min(sizeBytes, max32)).long(Math.min(offset, max32)).short(0)
  return record.end()
}
