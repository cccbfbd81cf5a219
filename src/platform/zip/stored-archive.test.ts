import { crc32 } from 'node:zlib'
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type Entry } from 'yauzl'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { complaintsAbout, contentsOf } from './readers.testing.ts'
import type { ByteRange } from '../http/range.ts'
import type { ZipEntry } from './record.ts'
import { storedArchiveBytes, storedPieces } from './stored-archive.ts'

interface Sample extends ZipEntry {
  readonly bytes: Buffer
}

const noon = new Date('2026-03-04T12:34:57.000Z')

const sample = (path: string, content = '', modifiedAt = noon): Sample => {
  const bytes = Buffer.from(content)
  return {
    path: () => path,
    pathBytes: Buffer.byteLength(path),
    folder: path.endsWith('/'),
    modifiedAt,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    bytes,
  }
}

const samples = [
  sample('empty folder/'),
  sample('a.txt', 'one'),
  sample('unter ü/日本語 😀.txt', 'two'.repeat(1000)),
  sample('empty.bin'),
  sample(`${'ü'.repeat(127)}/${'x'.repeat(255)}`, 'long'),
]

/** The content of an entry; an entry that says to be longer has zeros from there on. */
function dataOf({ bytes }: Sample, { start, end }: ByteRange): Buffer {
  const data = Buffer.alloc(end - start + 1)
  bytes.subarray(start, end + 1).copy(data)
  return data
}

const build = (entries: readonly Sample[], start = 0, end = storedArchiveBytes(entries) - 1): Buffer =>
  Buffer.concat(
    Array.from(storedPieces(entries, { start, end }), (piece) =>
      piece.kind === 'bytes' ? piece.bytes : dataOf(piece.entry, piece.range),
    ),
  )

describe('an archive of stored entries', () => {
  test('has the length that was told beforehand', () => {
    for (const entries of [[], samples.slice(0, 1), samples]) {
      expect(build(entries).length).toBe(storedArchiveBytes(entries))
    }
  })

  test('is sound to the programs that read archives', () => {
    expect(complaintsAbout(build(samples))).toEqual([])
  })

  test('holds what it was made of', async () => {
    const expected = samples.map(({ path, bytes }) => [path(), bytes.toString('latin1')])
    expect([...(await contentsOf(build(samples)))]).toEqual(expected)
    expect([...(await contentsOf(build([])))]).toEqual([])
  })

  test('gives in every range what the whole has there', () => {
    const entries = samples.slice(0, 4)
    const whole = build(entries)
    const step = 37
    for (let start = 0; start < whole.length; start += step) {
      for (const end of [start, start + 1, start + 100, start + 3100, whole.length - 1]) {
        const last = Math.min(end, whole.length - 1)
        expect(build(entries, start, last).equals(whole.subarray(start, last + 1))).toBe(true)
      }
    }
  })

  test('gives in every range what the whole has there, of thousands of folders around a file', () => {
    const folders = Array.from({ length: 3000 }, (_, index) => sample(`${'folder'.repeat(9)} ${index}/`))
    const entries = folders.toSpliced(2000, 0, sample('a.txt', 'one'))
    const whole = build(entries)
    expect(complaintsAbout(whole)).toEqual([])
    const step = 9_973
    for (let start = 0; start < whole.length; start += step) {
      for (const bytes of [1, 100, 70_000]) {
        const end = Math.min(start + bytes, whole.length) - 1
        expect(build(entries, start, end).equals(whole.subarray(start, end + 1))).toBe(true)
      }
    }
  })

  test('makes only the pieces that a range touches', () => {
    const asked: string[] = []
    const watched = samples.map((entry) => ({
      ...entry,
      path: () => (asked.push(entry.path()), entry.path()),
    }))
    const total = storedArchiveBytes(watched)
    expect(build(watched, total - 5, total - 1).length).toBe(5)
    expect(asked).toEqual([])
  })

  test('uses no data descriptors, and the flag for names in UTF-8', () => {
    expect(build(samples).readUInt16LE(6)).toBe(0x0800)
  })

  test('keeps times, in steps of two seconds for old readers and exactly for others', async () => {
    const archive = build([sample('t', '', noon)])
    const { entries } = await directoryOf(archive.length, (start, end) => archive.subarray(start, end))
    const local = archive.readUInt16LE(10)
    expect([local >> 11, (local >> 5) & 63, (local & 31) * 2]).toEqual([12, 34, 56])
    expect(entries[0]?.getLastModDate({ timezone: 'UTC' })).toEqual(noon)
  })

  test('puts times that the format does not have at its limits', () => {
    const dates = ['1969-01-01T00:00:00Z', '2039-06-07T08:09:10Z', '2200-01-01T00:00:00Z']
    const entries = dates.map((date, index) => sample(`${index}`, 'x', new Date(date)))
    const archive = build(entries)
    expect(archive.length).toBe(storedArchiveBytes(entries))
    expect(complaintsAbout(archive)).toEqual([])
    expect(archive.readUInt16LE(12) >> 9).toBe(0)
  })
})

/** The entries of an archive of which only parts exist. */
async function directoryOf(
  sizeBytes: number,
  bytesOf: (start: number, end: number) => Buffer,
): Promise<{ entries: Entry[]; dataStarts: number[] }> {
  class Pieces extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from([bytesOf(start, end)], { objectMode: false })
    }
  }
  const zip = await fromRandomAccessReaderPromise(new Pieces(), sizeBytes, { lazyEntries: true })
  const entries: Entry[] = []
  const dataStarts: number[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    dataStarts.push(fileDataStart)
  }
  return { entries, dataStarts }
}

describe('an archive beyond 4 GiB', () => {
  const gibibyte = 1024 ** 3
  const huge = (path: string, sizeBytes: number): Sample => ({
    ...sample(path),
    sizeBytes,
    crc32: 0x12345678,
  })

  test('has sizes and offsets in 64 bits, where they are needed only', async () => {
    const entries = [
      sample('small'),
      huge('five', 5 * gibibyte),
      huge('below', 4 * gibibyte - 1),
      huge('hundred', 100 * gibibyte),
      sample('after', 'the end'),
    ]
    const total = storedArchiveBytes(entries)
    const { entries: found, dataStarts } = await directoryOf(total, (start, end) =>
      build(entries, start, end - 1),
    )
    expect(found.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize])).toEqual(
      entries.map(({ path, sizeBytes }) => [path(), sizeBytes]),
    )
    for (const [index, { sizeBytes }] of entries.entries()) {
      const dataEnd = (dataStarts[index] as number) + sizeBytes
      const nextHeader = found[index + 1]?.relativeOffsetOfLocalHeader
      if (nextHeader !== undefined) expect(nextHeader).toBe(dataEnd)
    }
    expect(total).toBeGreaterThan(109 * gibibyte)
  })

  test('counts more than 65,534 entries', async () => {
    const entries = Array.from({ length: 65_536 }, (_, index) => sample(`${index}`))
    const archive = build(entries)
    expect(archive.length).toBe(storedArchiveBytes(entries))
    const zip = await fromBufferPromise(archive, { lazyEntries: true })
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    expect(names).toEqual(entries.map(({ path }) => path()))
  })
})
