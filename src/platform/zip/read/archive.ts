import { Entry, fromRandomAccessReaderPromise, ZipFile } from 'yauzl'
import { yieldToEventLoop } from '../../concurrency/yield-to-event-loop.ts'
import { quoted } from '../../quoted.ts'
import { endOfArchive } from './end.ts'
import { cleanPath, decodeName, entryNameLimits, isNameTooLong, type EntryPath } from './name.ts'
import { ArchiveFault } from './fault.ts'
import { WindowedReader, type ReadRange } from './source.ts'

export const storedMethod = 0
export const deflatedMethod = 8

/** From the directory; unverified until extracted. */
export interface ArchiveEntry extends EntryPath {
  readonly method: typeof storedMethod | typeof deflatedMethod
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly crc32: number
  readonly offset: number
}

export interface Archive {
  readonly read: ReadRange
  readonly sizeBytes: number
  readonly entries: readonly ArchiveEntry[]
  readonly directoryStart: number
}

/** UTF-8. With the entry limit it bounds the directory's memory: 64 MB for 10,000 entries of 800 characters. */
const namesBytesMax = 8 * 1024 * 1024

const localHeaderBytes = 30
const localSignature = 0x04034b50
const centralSignature = 0x02014b50
/** An entry, an empty archive's end, or part of a split one. */
const firstSignatures: ReadonlySet<number> = new Set([localSignature, 0x06054b50, 0x08074b50, 0x30304b50])

/** Encrypted data, strong encryption, and a masked directory. */
const encryptedFlags = 0x0001 | 0x0040 | 0x2000

/** The library's messages contain no text of the archive. */
const damaged = (cause: unknown): ArchiveFault => {
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
  return new ArchiveFault('invalid', `The directory of the archive cannot be read: ${reason}.`, cause)
}

/** Checks what it can without the data. Throws ArchiveFault; failures of the store pass through. Allows padding at the end. */
export async function readArchive(read: ReadRange, sizeBytes: number, entriesMax: number): Promise<Archive> {
  const reader = new WindowedReader(read, sizeBytes)
  try {
    return await readDirectory(reader, read, entriesMax)
  } catch (error) {
    if (reader.storeFailure !== undefined) throw reader.storeFailure
    throw error instanceof ArchiveFault ? error : damaged(error)
  }
}

async function readDirectory(reader: WindowedReader, read: ReadRange, entriesMax: number): Promise<Archive> {
  const { sizeBytes } = reader
  const zip = await openDirectory(reader)
  if (zip.entryCount > entriesMax)
    throw new ArchiveFault(
      'too_many_entries',
      `The archive has more than ${entriesMax.toLocaleString('en-US')} entries.`,
    )
  const directoryStart = cursorOf(zip)
  const entries: ArchiveEntry[] = []
  let namesBytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = decodeName(entry.fileNameRaw, entry.generalPurposeBitFlag, entry.extraFields)
    // The text may be longer than its bytes, and may come from an extra field.
    namesBytes += Math.max(entry.fileNameLength, Buffer.byteLength(name))
    if (namesBytes > namesBytesMax) throw new ArchiveFault('invalid', 'The names in the archive exceed 8 MB.')
    entries.push(entryOf(entry, name))
    await yieldToEventLoop()
  }
  await requireEnd(reader, cursorOf(zip))
  requireApart(entries, directoryStart)
  return { read, sizeBytes, entries, directoryStart }
}

async function openDirectory(reader: WindowedReader): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(reader, await endOfArchive(reader), {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    })
  } catch (error) {
    if (reader.storeFailure === undefined && !(await beginsLikeArchive(reader)))
      throw new ArchiveFault('not_a_zip', 'The file is not a zip archive.', error)
    throw error
  }
}

async function beginsLikeArchive(reader: WindowedReader): Promise<boolean> {
  if (reader.sizeBytes < 4) return false
  return firstSignatures.has((await reader.bytes(0, 4)).readUInt32LE())
}

/** The library's types are wrong. */
const cursorOf = (zip: ZipFile): number => Number(zip.readEntryCursor)

function entryOf(entry: Entry, name: string): ArchiveEntry {
  const { compressionMethod: method, generalPurposeBitFlag: flags } = entry
  if ((flags & encryptedFlags) !== 0)
    throw new ArchiveFault('invalid', 'The archive has encrypted entries. Remove the password and try again.')
  if (method !== storedMethod && method !== deflatedMethod)
    throw new ArchiveFault(
      'unsupported',
      `The archive uses compression method ${method}; use stored or deflated entries.`,
    )
  if (isNameTooLong(name)) throw tooLong(name)
  return {
    ...cleanPath(name),
    method,
    compressedBytes: entry.compressedSize,
    sizeBytes: entry.uncompressedSize,
    crc32: entry.crc32,
    offset: entry.relativeOffsetOfLocalHeader,
  }
}

const tooLong = (name: string): ArchiveFault =>
  new ArchiveFault(
    'invalid',
    `The path ${quoted(name)}… has more than ${entryNameLimits.charactersMax} characters or ` +
      `${entryNameLimits.partsMax} parts.`,
  )

/** Old archives keep the entry count in 16 bits: 65,537 reads as one. Surplus entries are not ignored. */
async function requireEnd(reader: WindowedReader, cursor: number): Promise<void> {
  if (cursor + 4 > reader.sizeBytes) return
  if ((await reader.bytes(cursor, 4)).readUInt32LE() === centralSignature)
    throw new ArchiveFault('invalid', 'The archive has more entries than its directory says.')
}

/** Overlapping entries turn kilobytes into gigabytes. Uses the minimum length of local headers; `EntryReader` checks the rest. */
function requireApart(entries: readonly ArchiveEntry[], directoryStart: number): void {
  let free = 0
  for (const { offset, compressedBytes } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < free) throw overlapping()
    free = offset + localHeaderBytes + compressedBytes
  }
  if (free > directoryStart) throw overlapping()
}

const overlapping = (): ArchiveFault =>
  new ArchiveFault('invalid', 'Entries of the archive overlap or go past its end.')

export interface EntryReader {
  /** `limit`: start of the next entry or the directory. */
  readonly dataStart: (entry: ArchiveEntry, limit: number) => Promise<number>
  readonly bytes: (position: number, length: number) => Promise<Buffer>
}

export function entryReader({ read, sizeBytes }: Archive): EntryReader {
  const reader = new WindowedReader(read, sizeBytes)
  const zip = new ZipFile(reader, 0, sizeBytes, 0, '', false, true, false, true)
  return {
    dataStart: async ({ offset, compressedBytes }, limit) => {
      const known = Object.assign(new Entry(), {
        relativeOffsetOfLocalHeader: offset,
        compressedSize: compressedBytes,
      })
      const { fileDataStart } = await zip
        .readLocalFileHeaderPromise(known, { minimal: true })
        .catch((error: unknown) => {
          throw (
            reader.storeFailure ?? new ArchiveFault('invalid', 'An entry of the archive is damaged.', error)
          )
        })
      if (fileDataStart + compressedBytes > limit) throw overlapping()
      return fileDataStart
    },
    bytes: (position, length) => reader.bytes(position, length),
  }
}
