import { workspaceFlow } from '../../api/limiters.ts'
import { hash } from 'node:crypto'
import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import { packedKey } from '../../platform/blobs/packed-blobs.ts'
import type { BlobSeal, WriteOptions } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { entryReader, type Archive } from '../../platform/zip/read/archive.ts'
import { inflateEntry, inflateStream, requireIntact } from '../../platform/zip/read/inflate.ts'
import { whileTouching } from '../blob/pending-blob.ts'
import { announceBlobs, deletePendingBlobs, type SealedBlob } from '../blob/store.ts'
import { problem } from '../problems.ts'
import { lockFreeBytes, reserveBytes } from '../usage/store.ts'
import { bytesOf, filesOf, itemsWithin, unitsOf, type PlannedFile, type PlannedItem } from './rules.ts'

const keyLength = 32
/** Each has some megabytes of buffers. */
const unitsAtOnce = 4
const inflatesAtOnce = 4
const removalsAtOnce = 16

export interface StoredUnit extends SealedBlob {
  readonly pack: boolean
  readonly files: readonly StoredFile[]
}

export interface StoredFile extends SealedBlob {
  readonly file: PlannedFile
}

export interface Extracted {
  readonly items: readonly PlannedItem[]
  readonly units: readonly StoredUnit[]
}

/** The files of an archive as unpublished blobs: reservation and rows first, bytes second. */
export interface Extraction {
  /**
   * Stores the files, once, or those before the first that does not fit; resolves when they are durable. Rejects after all
   * writes have ended: `quota_exceeded` when none fits, ArchiveFault, failures of the store, or the reason of the signal.
   */
  readonly run: () => Promise<Extracted>
  /** Removes unpublished blobs. Never throws. */
  readonly discard: () => Promise<void>
}

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'log' | 'random'>

interface Watch {
  readonly signal: AbortSignal
  /** Gets the uncompressed bytes of each piece. */
  readonly onStored: (bytes: number) => void
}

type Writing = WriteOptions & Pick<Watch, 'onStored'>

interface Unit {
  readonly key: string
  readonly files: readonly PlannedFile[]
}

export function openExtraction(
  context: Dependencies,
  workspaceId: number,
  archive: Archive,
  planned: readonly PlannedItem[],
  { signal, onStored }: Watch,
): Extraction {
  const { blobs, clock, database, log, random } = context
  let keys: readonly string[] = []
  const stop = new AbortController()
  const flowKeys = workspaceFlow(workspaceId)
  const writing = { flowKeys, signal: AbortSignal.any([signal, stop.signal]), onStored }

  const announce = () =>
    database.transaction(async (tx) => {
      const freeBytes = await lockFreeBytes(tx, workspaceId)
      const items = freeBytes === null ? planned : itemsWithin(planned, freeBytes)
      if (filesOf(items).length === 0 && filesOf(planned).length > 0) throw problem.quota_exceeded()
      const units = unitsOf(filesOf(items)).map((files): Unit => ({ key: random.base62(keyLength), files }))
      keys = units.map(({ key }) => key)
      const sizes = units.map(({ key, files }) => ({ key, sizeBytes: bytesOf(files) }))
      await announceBlobs(tx, workspaceId, sizes, clock.now())
      await reserveBytes(tx, workspaceId, bytesOf(items))
      return { items, units }
    })

  async function storeAll(units: readonly Unit[]): Promise<StoredUnit[]> {
    const stored: StoredUnit[] = []
    try {
      const tasks = units.values().map((unit) => () => storeUnit(blobs, archive, unit, writing))
      for await (const unit of inOrder(tasks, unitsAtOnce)) stored.push(unit)
    } catch (error) {
      // `inOrder` waits for the units in progress; they need not finish.
      stop.abort()
      throw error
    }
    return stored
  }

  return {
    async run() {
      signal.throwIfAborted()
      const { items, units } = await announce()
      return { items, units: await whileTouching(context, workspaceId, keys, () => storeAll(units)) }
    },
    async discard() {
      try {
        const forgotten = await deletePendingBlobs(database, workspaceId, keys)
        for await (const _ of inOrder(
          forgotten.values().map((key) => () => blobs.remove(key)),
          removalsAtOnce,
        ));
      } catch (err) {
        log.warn(
          { err },
          'the blobs of a failed extraction could not be removed; the sweeper will remove them',
        )
      }
    },
  }
}

async function storeUnit(
  blobs: Context['blobs'],
  archive: Archive,
  unit: Unit,
  writing: Writing,
): Promise<StoredUnit> {
  const [file] = unit.files
  if (unit.files.length > 1 || !file) return storePack(blobs, archive, unit, writing)
  const { entry, limit } = file
  const dataStart = await entryReader(archive).dataStart(entry, limit)
  const bytes = inflateStream(entry, dataStart, archive.read)
  const seal = await blobs.write(unit.key, counted(bytes, writing.onStored), {
    ...writing,
    bytesMax: entry.sizeBytes,
  })
  requireIntact(entry, seal)
  return { key: unit.key, seal, pack: false, files: [{ key: unit.key, seal, file }] }
}

/** One blob and one flush for thousands of small files. */
async function storePack(
  blobs: Context['blobs'],
  archive: Archive,
  { key, files }: Unit,
  writing: Writing,
): Promise<StoredUnit> {
  const stored: StoredFile[] = []
  let start = 0

  async function* inflated(): AsyncGenerator<Buffer, void, undefined> {
    for await (const bytes of inOrder(inflations(archive, files), inflatesAtOnce)) {
      const index = stored.length
      const file = files[index]
      if (!file) throw new Error('More entries were inflated than the unit has.')
      stored.push({ key: packedKey(key, index, start, bytes.length), seal: sealOf(bytes, file), file })
      start += bytes.length
      await yieldToEventLoop()
      yield bytes
      writing.onStored(file.entry.sizeBytes)
    }
  }

  const bytesMax = files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0)
  const seal = await blobs.write(key, inflated(), { ...writing, bytesMax })
  return { key, seal, pack: true, files: stored }
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  onStored: Watch['onStored'],
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    const { length } = piece
    yield piece
    onStored(length)
  }
}

async function* inflations(
  archive: Archive,
  files: readonly PlannedFile[],
): AsyncGenerator<() => Promise<Buffer>, void, undefined> {
  const reader = entryReader(archive)
  for (const { entry, limit } of files) {
    await yieldToEventLoop()
    const data = await reader.bytes(await reader.dataStart(entry, limit), entry.compressedBytes)
    yield () => inflateEntry(entry, data)
  }
}

/** The CRC-32 was checked against the directory. */
const sealOf = (bytes: Buffer, { entry }: PlannedFile): BlobSeal => ({
  sizeBytes: bytes.length,
  sha256: hash('sha256', bytes, 'hex'),
  crc32: entry.crc32,
})
