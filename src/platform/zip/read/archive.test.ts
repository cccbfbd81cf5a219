import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BlobRange } from '../../blobs/store.ts'
import { entryReader, readArchive, type Archive } from './archive.ts'
import { ArchiveFault, type ArchiveFaultReason } from './fault.ts'
import { inflateEntry, inflateStream, requireIntact } from './inflate.ts'
import { sampleZip, type SampleEntry, type SampleOptions } from './samples.testing.ts'
import type { ReadRange } from './source.ts'

/** Reads from memory and counts how often it was asked. */
function store(bytes: Buffer): { readonly read: ReadRange; readonly calls: () => number } {
  let calls = 0
  return {
    calls: () => calls,
    read: async ({ start, end }) => {
      calls += 1
      return Readable.from(end < start ? [] : [bytes.subarray(start, end + 1)])
    },
  }
}

/** Reads into one piece of memory again and again. */
function lending(bytes: Buffer, length: number): ReadRange {
  async function* pieces({ start, end }: BlobRange): AsyncGenerator<Buffer> {
    const memory = Buffer.alloc(length)
    for (let at = start; at <= end; at += length) {
      yield memory.subarray(0, bytes.copy(memory, 0, at, Math.min(at + length, end + 1)))
      memory.fill(0xff)
    }
  }
  return (range) => Promise.resolve(pieces(range))
}

const open = (bytes: Buffer, entriesMax = 10_000): Promise<Archive> =>
  readArchive(store(bytes).read, bytes.length, entriesMax)

async function reasonOf(opening: Promise<unknown>): Promise<ArchiveFaultReason | 'none'> {
  const error: unknown = await opening.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  if (error === undefined) return 'none'
  if (error instanceof ArchiveFault) return error.reason
  throw error as Error
}

const text = { name: 'a.txt', bytes: 'text of a', deflated: true }
const other = { name: 'b.bin', bytes: Buffer.alloc(70_000, 7) }

async function contentOf(archive: Archive, index: number): Promise<string> {
  const entry = archive.entries[index]
  if (!entry) throw new Error('no such entry')
  const reader = entryReader(archive)
  const data = await reader.bytes(
    await reader.dataStart(entry, archive.directoryStart),
    entry.compressedBytes,
  )
  return (await inflateEntry(entry, data)).toString()
}

describe('an archive', () => {
  const whole: readonly [string, SampleOptions, Partial<SampleEntry>][] = [
    ['as most tools write it', {}, {}],
    ['with a comment', { comment: 'a comment' }, {}],
    ['with NULs after it, as bsdtar pads what it writes to a pipe', { suffix: Buffer.alloc(10_000) }, {}],
    ['with a comment and a megabyte of NULs', { comment: 'a comment', suffix: Buffer.alloc(1024 ** 2) }, {}],
    ['with a comment of NULs', { comment: '\0'.repeat(70), suffix: Buffer.alloc(70) }, {}],
    ['in zip64 with NULs after it', { zip64: true, suffix: Buffer.alloc(200_000) }, { zip64: true }],
    ['with a program before it', { prefix: Buffer.alloc(1000, 0x90) }, {}],
    ['with data descriptors', {}, { describedAfter: true }],
    ['in zip64', { zip64: true }, { zip64: true }],
  ]
  test.each(whole)('%s is read', async (_, options, more) => {
    const archive = await open(
      sampleZip(
        [
          { ...text, ...more },
          { ...other, ...more },
        ],
        options,
      ),
    )
    expect(archive.entries.map(({ parts, sizeBytes }) => [parts, sizeBytes])).toEqual([
      [['a.txt'], 9],
      [['b.bin'], 70_000],
    ])
    expect(await contentOf(archive, 0)).toBe('text of a')
    expect(await contentOf(archive, 1)).toBe(Buffer.alloc(70_000, 7).toString())
  })

  test('without entries is read', async () => {
    for (const suffix of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(100_000)])
      expect((await open(sampleZip([], { suffix }))).entries).toEqual([])
  })

  test('of ten thousand small files costs a few requests to the store', async () => {
    const bytes = sampleZip(
      Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}`, bytes: `${index}` })),
    )
    const { read, calls } = store(bytes)
    const archive = await readArchive(read, bytes.length, 10_000)
    expect(calls()).toBeLessThan(10)
    const reader = entryReader(archive)
    for (const entry of archive.entries)
      await reader.bytes(await reader.dataStart(entry, entry.offset + 99), 1)
    expect(calls()).toBeLessThan(20)
  })

  test('of ten thousand small files lets others in while its directory is read', async () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}.txt`, bytes: '' }))
    const zip = sampleZip(entries)
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    await open(zip)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(3)
  })

  test('with one entry too many is refused before its directory is read', async () => {
    const bytes = sampleZip([text, other, { name: 'c' }])
    expect(await reasonOf(open(bytes, 3))).toBe('none')
    const cut = Buffer.from(bytes)
    cut.fill(0, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])), bytes.length - 22)
    expect(await reasonOf(open(cut, 2))).toBe('too_many_entries')
  })

  test('that is none is told apart from one that is broken', async () => {
    const bytes = sampleZip([text, other])
    expect(await reasonOf(open(Buffer.alloc(0)))).toBe('not_a_zip')
    expect(await reasonOf(open(Buffer.from('PK')))).toBe('not_a_zip')
    expect(await reasonOf(open(Buffer.from('just a text, longer than any record')))).toBe('not_a_zip')
    expect(await reasonOf(open(Buffer.alloc(100_000)))).toBe('not_a_zip')
    expect(await reasonOf(open(bytes.subarray(0, bytes.length - 30)))).toBe('invalid')
    expect(await reasonOf(open(bytes.subarray(0, 40)))).toBe('invalid')
  })

  const broken: readonly [string, readonly SampleEntry[], SampleOptions, ArchiveFaultReason][] = [
    ['bytes after its end', [text], { suffix: Buffer.from('junk') }, 'invalid'],
    ['bytes after its padding', [text], { suffix: Buffer.from(`${'\0'.repeat(99)}junk`) }, 'invalid'],
    ['more than a megabyte of NULs', [text], { suffix: Buffer.alloc(1024 ** 2 + 1000) }, 'invalid'],
    [
      'a prefix that its offsets do not reckon in',
      [text],
      { prefix: Buffer.alloc(50), adjusted: false },
      'invalid',
    ],
    ['more entries than it says', [text, other], { entryCount: 1 }, 'invalid'],
    ['fewer entries than it says', [text], { entryCount: 2 }, 'invalid'],
    ['other disks', [text], { disk: 1 }, 'invalid'],
    ['an encrypted entry', [{ ...text, flags: 1 }], {}, 'invalid'],
    ['strong encryption', [{ ...text, flags: 0x41 }], {}, 'invalid'],
    ['another method', [{ ...text, method: 12 }], {}, 'unsupported'],
    ['stored bytes of two sizes', [{ ...other, sizeBytes: 69_999 }], {}, 'invalid'],
    ['an entry twice', [text, { ...text, offset: 0 }], {}, 'invalid'],
    ['an entry that reaches into the next', [{ ...text, compressedBytes: 20 }, other], {}, 'invalid'],
    ['an entry that reaches into the directory', [other, { ...text, compressedBytes: 60 }], {}, 'invalid'],
    ['an entry beyond its end', [{ ...text, zip64: true, offset: 2 ** 40 }], {}, 'invalid'],
  ]
  test.each(broken)('with %s is refused', async (_, entries, options, reason) => {
    expect(await reasonOf(open(sampleZip(entries, options)))).toBe(reason)
  })

  test('that is refused says why in words, never with bytes of its own', async () => {
    const messageOf = (bytes: Buffer) => open(bytes).then(String, (error: Error) => error.message)
    expect(await messageOf(sampleZip([text], { suffix: Buffer.from('junk') }))).toBe(
      'The archive has bytes after its end.',
    )
    expect(await messageOf(sampleZip([text], { comment: 'cut' }).subarray(0, -1))).toBe(
      'The end of the archive is missing.',
    )
    const name = Buffer.from(`\u007f\u0085\u202e\u001b${'/'.repeat(300)}`)
    expect(await messageOf(sampleZip([{ name, flags: 0x800 }]))).toContain(
      'The path "<U+007F><U+0085><U+202E><U+001B>//',
    )
  })

  test('whose local header makes an entry reach into the next is refused there', async () => {
    const bytes = sampleZip([{ ...text, deflated: false }, other])
    bytes.writeUInt16LE(200, 28)
    const archive = await open(bytes)
    const [first, second] = archive.entries
    const start = entryReader(archive).dataStart(first as never, second?.offset ?? 0)
    expect(await reasonOf(start)).toBe('invalid')
  })

  test('that the store fails to read is not a fault of the archive', async () => {
    const bytes = sampleZip([text])
    const failing: ReadRange = async () => {
      throw new Error('The store is gone.')
    }
    await expect(readArchive(failing, bytes.length, 10)).rejects.toThrow('The store is gone.')
  })
})

describe('the data of an entry', () => {
  const big = Buffer.alloc(300_000, 'abc')
  const cases: readonly [string, SampleEntry, boolean][] = [
    ['that is small', text, true],
    ['that is large', { name: 'big', bytes: big, deflated: true }, true],
    ['that is empty and deflated', { name: 'empty', deflated: true }, true],
    ['that is empty', { name: 'empty' }, true],
    ['with bytes after its end', { ...text, compressedBytes: 11 }, true],
    ['of the wrong checksum', { ...text, crc32: 1 }, false],
    ['that is longer than it says', { name: 'x', bytes: big, deflated: true, sizeBytes: 1000 }, false],
    ['that is longer than nothing', { name: 'x', bytes: 'x', deflated: true, sizeBytes: 0 }, false],
    ['that is shorter than it says', { ...text, sizeBytes: 1000 }, false],
    ['that is cut', { name: 'x', bytes: big, deflated: true, compressedBytes: 20 }, false],
    ['that is not deflate', { name: 'x', bytes: Buffer.alloc(50, 0xff), method: 8, sizeBytes: 100 }, false],
  ]

  test.each(cases)('%s is given out whole or not at all', async (_, entry, intact) => {
    const archive = await open(sampleZip([entry]))
    const [known] = archive.entries
    if (!known) throw new Error('no entry')
    const reader = entryReader(archive)
    const start = await reader.dataStart(known, archive.directoryStart)
    const whole = async () => inflateEntry(known, await reader.bytes(start, known.compressedBytes))
    const streamed = async () => {
      const chunks: Uint8Array[] = []
      for await (const chunk of inflateStream(known, start, archive.read)) chunks.push(Buffer.from(chunk))
      const bytes = Buffer.concat(chunks)
      requireIntact(known, { sizeBytes: bytes.length, crc32: crc32(bytes) })
      return bytes
    }
    for (const inflate of [whole, streamed]) {
      if (intact) expect(await inflate()).toEqual(Buffer.from(entry.bytes ?? ''))
      else expect(await reasonOf(inflate())).toBe('invalid')
    }
  })

  test.each([
    [1, 5_000],
    [1000, 200_000],
    [70_000, 200_000],
  ])('may come in pieces of %i bytes that are good for a while only', async (length, noiseBytes) => {
    const noise = randomBytes(noiseBytes)
    const entry = { name: 'x', bytes: Buffer.concat([noise, noise]), deflated: true }
    const bytes = sampleZip([entry])
    const archive = await readArchive(lending(bytes, length), bytes.length, 10)
    const [known] = archive.entries
    if (!known) throw new Error('no entry')
    const start = await entryReader(archive).dataStart(known, archive.directoryStart)
    const sum = { sizeBytes: 0, crc32: 0 }
    for await (const piece of inflateStream(known, start, archive.read)) {
      sum.sizeBytes += piece.length
      sum.crc32 = crc32(piece, sum.crc32)
    }
    requireIntact(known, sum)
  })

  test('is no longer read once the reader stops', async () => {
    const bytes = sampleZip([{ name: 'big', bytes: Buffer.alloc(5_000_000, 1) }])
    const source = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)])
    const archive = await open(bytes)
    const [entry] = archive.entries
    for await (const _chunk of inflateStream(entry as never, 0, async () => source)) break
    expect(source.destroyed).toBe(true)
  })
})
