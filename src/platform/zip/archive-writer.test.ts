import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { archiveWriter } from './archive-writer.ts'
import { complaintsAbout, contentsOf } from './readers.testing.ts'
import { deflated, stored, type ZipEntry } from './record.ts'

const text = Buffer.from('a line of text\n'.repeat(10_000))

const entry = (path: string, bytes: Buffer): ZipEntry => ({
  path: () => path,
  pathBytes: Buffer.byteLength(path),
  folder: path.endsWith('/'),
  modifiedAt: new Date('2026-03-04T05:06:07Z'),
  sizeBytes: bytes.length,
  crc32: crc32(bytes),
})

describe('an archive that is written on', () => {
  test('is sound with stored, deflated and later described entries', async () => {
    const writer = archiveWriter()
    const packed = deflateRawSync(text)
    const archive = Buffer.concat([
      writer.header(entry('folder/', Buffer.alloc(0)), stored, 0),
      writer.openHeader(entry('described.txt', text)),
      packed,
      writer.descriptor(packed.length),
      writer.header(entry('deflated.txt', text), deflated, packed.length),
      packed,
      writer.header(entry('stored.txt', text), stored, text.length),
      text,
      ...writer.end(),
    ])
    expect(complaintsAbout(archive)).toEqual([])
    const content = text.toString('latin1')
    expect([...(await contentsOf(archive))]).toEqual([
      ['folder/', ''],
      ['described.txt', content],
      ['deflated.txt', content],
      ['stored.txt', content],
    ])
  })

  test('has the sizes of large entries in 64 bits, also behind their data', () => {
    const writer = archiveWriter()
    const large = { ...entry('large', text), sizeBytes: 5 * 1024 ** 3 }
    const header = writer.openHeader(large)
    const nameAndFixed = 30 + large.pathBytes
    expect([header.readUInt16LE(4), header.readUInt32LE(18), header.readUInt32LE(22)]).toEqual([
      45, 0xffffffff, 0xffffffff,
    ])
    expect([header.readUInt16LE(nameAndFixed), header.readUInt16LE(nameAndFixed + 2)]).toEqual([1, 16])
    const descriptor = writer.descriptor(4.5 * 1024 ** 3)
    expect(descriptor.length).toBe(24)
    expect(Number(descriptor.readBigUInt64LE(8))).toBe(4.5 * 1024 ** 3)
    expect(Number(descriptor.readBigUInt64LE(16))).toBe(large.sizeBytes)
  })

  test('refuses a descriptor of nothing', () => {
    expect(() => archiveWriter().descriptor(1)).toThrow('opened')
  })
})
