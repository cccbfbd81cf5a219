import { Entry, fromRandomAccessReaderPromise, ZipFile } from 'yauzl'
import { yieldToEventLoop } from '../../concurrency/yield-to-event-loop.ts'
import { quoted } from '../../quoted.ts'
import { endOfArchive } from './end.ts'
import { cleanPath, decodeName, entryNameLimits, isNameTooLong, type EntryPath } from './name.ts'
import { ArchiveFault } from './fault.ts'
import { WindowedReader, type ReadRange } from './source.ts'

export const storedMethod = 0
export const deflatedMethod = 8

/** An entry as the directory at the end of the archive has it. Nothing of it is true until it was extracted. */
export interface ArchiveEntry extends EntryPath {
  readonly method: typeof storedMethod | typeof deflatedMethod
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly crc32: number
  /** Of the local header, from the beginning of the file. */
  readonly offset: number
}

/** The directory of an archive. */
export interface Archive {
  readonly read: ReadRange
  readonly sizeBytes: number
  /** In the order of the directory. */
  readonly entries: readonly ArchiveEntry[]
  /** Where the directory begins, and the bytes of the last entry must have ended. */
  readonly directoryStart: number
}

/**
 * What all names of an archive may come to, in UTF-8. With the limit of entries this bounds what its directory takes in
 * memory: some 64 MB for 10,000 entries of 800 characters in as many folders as there may be.
 */
const namesBytesMax = 8 * 1024 * 1024

const localHeaderBytes = 30
const localSignature = 0x04034b50
const centralSignature = 0x02014b50
/** How the first four bytes of an archive can read: an entry, the end of an empty one, a part of a split one. */
const firstSignatures: ReadonlySet<number> = new Set([localSignature, 0x06054b50, 0x08074b50, 0x30304b50])

/** Encryption of the data, the strong kind of it, and a directory whose fields are masked. */
const encryptedFlags = 0x0001 | 0x0040 | 0x2000

/** The library says in a few words what it stumbled over; nothing of the archive's own text is in them. */
const damaged = (cause: unknown): ArchiveFault => {
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
  return new ArchiveFault('invalid', `The directory of the archive cannot be read: ${reason}.`, cause)
}

/**
 * Reads the directory of a zip archive and checks all that can be known without its data: signatures, number of
 * entries, methods, encryption, and that no two entries share bytes. Throws ArchiveFault; failures of the store pass
 * through. Bytes after the end of the archive are refused unless they are padding; before its beginning they may be, when
 * offsets reckon them in.
 */
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

/** A number; the types of the library have it wrong. */
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

/** The number of entries is kept in 16 bits in old archives: 65,537 read as one. What is there is not left out in silence. */
async function requireEnd(reader: WindowedReader, cursor: number): Promise<void> {
  if (cursor + 4 > reader.sizeBytes) return
  if ((await reader.bytes(cursor, 4)).readUInt32LE() === centralSignature)
    throw new ArchiveFault('invalid', 'The archive has more entries than its directory says.')
}

/**
 * Entries that share bytes make a few kilobytes out to be gigabytes. The length of a local header is known only to
 * itself; what it has at least will do here, and `EntryReader` checks the rest.
 */
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

/** Finds the data of entries, with a window of its own. Quick when entries come in the order of their offsets. */
export interface EntryReader {
  /** Where the data of the entry begins. It must end before `limit`: the next entry, or the directory. */
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
