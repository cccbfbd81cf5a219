/** Something that an archive holds. Sizes and CRC-32 are those of the bytes before compression. */
export interface ZipEntry {
  /**
   * Relative, `/` between folders and at the end of one. Computed whenever it is written, so that ten
   * thousand long paths need not be kept.
   */
  readonly path: () => string
  /** Length of the path in UTF-8; 65,535 at most. */
  readonly pathBytes: number
  readonly folder: boolean
  readonly modifiedAt: Date
  readonly sizeBytes: number
  readonly crc32: number
}

/** What the lengths of records depend on. */
export type ZipEntryShape = Pick<ZipEntry, 'pathBytes' | 'sizeBytes' | 'modifiedAt'>

export const pathBytesMax = 0xffff

export const stored = 0
export const deflated = 8
export type Method = typeof stored | typeof deflated

/** An entry as the directory at the end of the archive names it. */
export interface WrittenEntry {
  readonly entry: ZipEntry
  readonly method: Method
  readonly compressedBytes: number
  /** Of its local header. */
  readonly offset: number
  /** Size and CRC-32 follow the data, because the header was written before they were known. */
  readonly describedAfter: boolean
}

const max16 = 0xffff
const max32 = 0xffffffff

/**
 * Entries from this size on have their sizes in 64 bits. Somewhat below 4 GiB, because what deflate makes of data that
 * does not compress is a little longer than the data, and the header is written first.
 */
const wideFromBytes = 0xf0000000

const isWide = ({ sizeBytes }: ZipEntryShape): boolean => sizeBytes >= wideFromBytes

const utf8Flag = 0x0800
const describedAfterFlag = 0x0008
const classicVersion = 20
const zip64Version = 45
const unixHost = 3
const fileMode = 0o100644
const folderMode = 0o040755
/** What Windows looks at to tell a folder. */
const folderAttribute = 0x10

type Field = readonly [value: number, bytes: 1 | 2 | 4 | 8]

/** Little-endian numbers one after another. */
function encode(...fields: readonly Field[]): Buffer {
  const record = Buffer.allocUnsafe(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 8) record.writeBigUInt64LE(BigInt(value), at)
    else record.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return record
}

/** Time and date from 1980 to 2107 in steps of two seconds; in UTC, because an archive knows no zone. */
function dosTime(time: Date): readonly Field[] {
  const year = time.getUTCFullYear()
  if (year < 1980) return dosTime(new Date(Date.UTC(1980, 0, 1)))
  if (year > 2107) return dosTime(new Date(Date.UTC(2107, 11, 31, 23, 59, 58)))
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  const day = ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  return [
    [clock, 2],
    [day, 2],
  ]
}

const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** The exact time has 32 bits with a sign; one beyond that is left at the steps of two seconds. */
const hasExactTime = ({ modifiedAt }: ZipEntryShape): boolean =>
  unixSeconds(modifiedAt) === (unixSeconds(modifiedAt) | 0)

/** The extra field "extended timestamp" with the time of modification alone, the same in both headers. */
const exactTime = (entry: ZipEntryShape): readonly Field[] =>
  hasExactTime(entry)
    ? [
        [0x5455, 2],
        [5, 2],
        [1, 1],
        [unixSeconds(entry.modifiedAt) >>> 0, 4],
      ]
    : []

/** The extra field for numbers that 32 bits cannot hold. */
const wideNumbers = (values: readonly number[]): readonly Field[] =>
  values.length === 0
    ? []
    : [[0x0001, 2], [8 * values.length, 2], ...values.map((value): Field => [value, 8])]

const exactTimeBytes = (entry: ZipEntryShape): number => (hasExactTime(entry) ? 9 : 0)
const wideNumbersBytes = (count: number): number => (count === 0 ? 0 : 4 + 8 * count)

/** Version, flags, method and time: what both headers have in common. */
const commonFields = (
  { entry, method, describedAfter }: Pick<WrittenEntry, 'entry' | 'method' | 'describedAfter'>,
  version: number,
): readonly Field[] => [
  [version, 2],
  [utf8Flag | (describedAfter ? describedAfterFlag : 0), 2],
  [method, 2],
  ...dosTime(entry.modifiedAt),
]

export const localHeaderBytes = (entry: ZipEntryShape): number =>
  30 + entry.pathBytes + exactTimeBytes(entry) + wideNumbersBytes(isWide(entry) ? 2 : 0)

/** What stands before the data of an entry. */
export function localHeader(written: Omit<WrittenEntry, 'offset'>): Buffer {
  const { entry, compressedBytes, describedAfter } = written
  const wide = isWide(entry)
  const sizes = describedAfter ? [0, 0] : [entry.sizeBytes, compressedBytes]
  const [sizeBytes = 0, packedBytes = 0] = wide ? [max32, max32] : sizes
  return Buffer.concat([
    encode(
      [0x04034b50, 4],
      ...commonFields(written, wide ? zip64Version : classicVersion),
      [describedAfter ? 0 : entry.crc32, 4],
      [packedBytes, 4],
      [sizeBytes, 4],
      [entry.pathBytes, 2],
      [exactTimeBytes(entry) + wideNumbersBytes(wide ? 2 : 0), 2],
    ),
    Buffer.from(entry.path()),
    encode(...wideNumbers(wide ? sizes : []), ...exactTime(entry)),
  ])
}

/** What stands after the data of an entry whose header was written before its size was known. */
export function dataDescriptor(entry: ZipEntry, compressedBytes: number): Buffer {
  const bytes = isWide(entry) ? 8 : 4
  return encode([0x08074b50, 4], [entry.crc32, 4], [compressedBytes, bytes], [entry.sizeBytes, bytes])
}

export const centralHeaderBytes = (entry: ZipEntryShape, offset: number): number =>
  46 +
  entry.pathBytes +
  exactTimeBytes(entry) +
  wideNumbersBytes((isWide(entry) ? 2 : 0) + (offset >= max32 ? 1 : 0))

/** The line of an entry in the directory at the end. */
export function centralHeader(written: WrittenEntry): Buffer {
  const { entry, compressedBytes, offset } = written
  const wide = isWide(entry)
  const numbers = [...(wide ? [entry.sizeBytes, compressedBytes] : []), ...(offset >= max32 ? [offset] : [])]
  const mode = entry.folder ? folderMode : fileMode
  return Buffer.concat([
    encode(
      [0x02014b50, 4],
      [zip64Version, 1],
      [unixHost, 1],
      ...commonFields(written, numbers.length > 0 ? zip64Version : classicVersion),
      [entry.crc32, 4],
      [wide ? max32 : compressedBytes, 4],
      [wide ? max32 : entry.sizeBytes, 4],
      [entry.pathBytes, 2],
      [exactTimeBytes(entry) + wideNumbersBytes(numbers.length), 2],
      // No comment, the first and only disk, no attributes of the program that made it.
      [0, 2],
      [0, 2],
      [0, 2],
      [mode * 0x10000 + (entry.folder ? folderAttribute : 0), 4],
      [Math.min(offset, max32), 4],
    ),
    Buffer.from(entry.path()),
    encode(...wideNumbers(numbers), ...exactTime(entry)),
  ])
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

/** The last bytes of an archive, from which readers find the directory. */
export function endRecords(directory: Directory): Buffer {
  const { entries, offset, sizeBytes } = directory
  const wideEnd: readonly Field[] = [
    [0x06064b50, 4],
    [44, 8],
    [zip64Version, 1],
    [unixHost, 1],
    [zip64Version, 2],
    [0, 4],
    [0, 4],
    [entries, 8],
    [entries, 8],
    [sizeBytes, 8],
    [offset, 8],
    // Where the record that began above is: right after the directory, on the only disk.
    [0x07064b50, 4],
    [0, 4],
    [offset + sizeBytes, 8],
    [1, 4],
  ]
  return encode(
    ...(isWideDirectory(directory) ? wideEnd : []),
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(entries, max16), 2],
    [Math.min(entries, max16), 2],
    [Math.min(sizeBytes, max32), 4],
    [Math.min(offset, max32), 4],
    [0, 2],
  )
}
