import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryReader, readArchive } from '../../src/platform/zip/read/archive.ts'
import { ArchiveFault } from '../../src/platform/zip/read/fault.ts'
import {
  sampleZip,
  unicodePathField,
  type SampleEntry,
  type SampleOptions,
} from '../../src/platform/zip/read/samples.testing.ts'
import { filesApp, type FilesApp } from '../files-app.ts'
import { fuzzTimeout, holds } from './holds.ts'
import { ask, expectAnswer, framed, head, listen } from './wire.ts'

const number = fc.oneof(
  fc.nat({ max: 300 }),
  fc.constantFrom(0, 0xffff, 0x7fffffff, 0xffffffff, 0x100000000, Number.MAX_SAFE_INTEGER),
)
const name = fc.oneof(
  { arbitrary: fc.constantFrom('a.txt', 'b/c.txt', 'd/', 'b/'), weight: 4 },
  fc.constantFrom(
    '',
    '/',
    '//',
    '.',
    '..',
    '../../a',
    'C:\\a',
    'a\0b',
    'a/../..',
    'con',
    '\u202Ea',
    'x'.repeat(5000),
    'a/'.repeat(300),
  ),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
)
const extra = fc.oneof(
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(Buffer.from([1, 0, 0, 0]), Buffer.from([1, 0, 255, 255]), Buffer.from([1, 0, 8])),
  name.map((text) => unicodePathField(Buffer.from('a.txt'), text)),
)
const entry: fc.Arbitrary<SampleEntry> = fc.record(
  {
    name: fc.oneof(
      name,
      fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes)),
    ),
    bytes: fc.constantFrom('', 'x', 'hello '.repeat(50)),
    deflated: fc.boolean(),
    describedAfter: fc.boolean(),
    zip64: fc.boolean(),
    mode: fc.constantFrom(0o100644, 0o120777, 0o40755, 0, 0xffff),
    sizeBytes: number.map((value) => value % 2 ** 32),
    compressedBytes: number.map((value) => value % 2 ** 32),
    crc32: fc.constantFrom(0, 0xffffffff),
    method: fc.constantFrom(0, 8, 9, 99, 0xffff),
    flags: fc.nat({ max: 0xffff }),
    extra,
    offset: number.map((value) => value % 2 ** 32),
  },
  { requiredKeys: ['name'] },
)
/** Most entries are valid, so that the reader gets past the first one. */
const honest: fc.Arbitrary<SampleEntry> = fc.record(
  {
    name,
    bytes: fc.constantFrom('', 'x', 'hello '.repeat(50)),
    deflated: fc.boolean(),
    describedAfter: fc.boolean(),
    zip64: fc.boolean(),
  },
  { requiredKeys: ['name'] },
)
const options: fc.Arbitrary<SampleOptions> = fc.record(
  {
    prefix: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    adjusted: fc.boolean(),
    comment: fc.constantFrom('', 'x', 'PK\u0005\u0006'.repeat(3)),
    suffix: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    entryCount: fc.constantFrom(0, 1, 65_535, 65_537),
    disk: fc.constantFrom(0, 1, 0xffff),
    zip64: fc.boolean(),
  },
  { requiredKeys: [] },
)
const whole = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: honest, weight: 3 }, entry), { maxLength: 4 }),
    fc.option(options, { nil: {} }),
  )
  .map(([entries, more]) => sampleZip(entries, more))
/** An archive as it is, with some bytes changed, or cut off; or arbitrary bytes. */
const archive = fc.oneof(
  { arbitrary: whole, weight: 4 },
  {
    arbitrary: fc
      .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }))
      .map(([bytes, changes]) => changed(bytes, changes)),
    weight: 3,
  },
  fc.tuple(whole, fc.nat()).map(([bytes, end]) => bytes.subarray(0, end % (bytes.length + 1))),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
)

function changed(bytes: Buffer, changes: readonly (readonly [at: number, byte: number])[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const [at, byte] of changes) copy[at % copy.length] = byte
  return copy
}

async function read(bytes: Buffer): Promise<void> {
  const range = async ({ start, end }: { readonly start: number; readonly end: number }) =>
    (async function* () {
      yield bytes.subarray(start, end + 1)
    })()
  const found = await readArchive(range, bytes.length, 100)
  const reader = entryReader(found)
  for (const each of found.entries) {
    const start = await reader.dataStart(each, found.directoryStart)
    await reader.bytes(start, Math.min(each.compressedBytes, 1000))
  }
}

describe('an archive', () => {
  test('of any bytes is read, or refused for what is wrong with it', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(archive, async (bytes) => {
        try {
          await read(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveFault)
        }
      }),
    ),
  )

  describe('that is in a workspace', () => {
    let files: FilesApp
    let port: number

    beforeAll(async () => {
      files = await filesApp()
      port = await listen(files.app, 'files')
    })
    afterAll(() => files.app.close())

    test('is extracted or refused', fuzzTimeout, () =>
      holds(
        fc.asyncProperty(archive, async (bytes) => {
          // The rate limit of extractions.
          files.app.clock.advance(600_000)
          const { id } = await files.files.file(bytes, 'sample.zip')
          const lines = [`Authorization: Bearer ${files.key}`]
          expectAnswer(
            await ask(port, 'POST', [head('POST', `/api/v1/files/${id}/unzip`, lines), ...framed([], false)]),
          )
        }),
      ),
    )
  })
})
