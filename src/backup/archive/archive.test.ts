import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { OperatorError } from '../../platform/operator-error.ts'
import { systemRandom } from '../../platform/random.ts'
import { archiveFormat, type ArchiveHead } from './format.ts'
import { openArchive } from './read.ts'
import { writeArchive } from './write.ts'

const key = systemRandom.bytes(32)
const head: ArchiveHead = {
  format: archiveFormat,
  version: '0.1.0',
  created_at: '2026-11-26T03:00:00.000Z',
  migrations: [],
  tables: [
    { name: 'a.empty', columns: ['id'] },
    { name: 'a.large', columns: ['id'] },
  ],
  sequences: {},
  blobs: 'beside',
  key_ids: [],
  sealed_keys: null,
}
const large = systemRandom.bytes(9 * 1024 * 1024)

async function* pieces(...bytes: readonly Uint8Array[]) {
  yield* bytes
}

async function* sections() {
  yield { name: 'blobs', bytes: pieces(Buffer.from('key 3 -\n')) }
  yield { name: 'a.empty', bytes: pieces() }
  yield { name: 'a.large', bytes: pieces(large.subarray(0, 10), large.subarray(10)) }
}

const counts = () => ({ rows: { 'a.empty': 0, 'a.large': 1 }, blobs: { count: 1, bytes: 3 }, lost_blobs: [] })

const written = (written = head): Promise<Buffer> =>
  buffer(writeArchive({ head: written, sections: sections(), counts, key }))

async function read(archive: Buffer, keys: readonly Buffer[] | undefined = [key]) {
  const opened = await openArchive(Readable.from([archive]))
  const found: Record<string, Buffer> = {}
  for await (const { name, bytes } of opened.sections) found[name] = await buffer(bytes)
  return { head: opened.head, found, end: opened.end(keys) }
}

test('reads what was written', async () => {
  const { head: readHead, found, end } = await read(await written())
  expect(readHead).toEqual(head)
  expect(Object.keys(found)).toEqual(['blobs', 'a.large'])
  expect(found['a.large']?.equals(large)).toBe(true)
  expect(end).toMatchObject(counts())
})

test.each([
  ['a file of another kind', Buffer.alloc(5000, 'x'), 'not a backup of Bureau'],
  ['an empty file', Buffer.alloc(0), 'not a backup of Bureau'],
])('refuses %s', async (_name, file, sentence) => {
  await expect(read(file)).rejects.toThrow(sentence)
})

test('keeps nothing open of a file that it refuses', async () => {
  const newer = await written({ ...head, format: archiveFormat + 1 })
  const foreign = pack()
  foreign.entry({ name: 'other' }, 'x')
  foreign.finalize()
  for (const file of [newer, await buffer(foreign)]) {
    const source = Readable.from([file, Buffer.alloc(1_000_000)])
    await expect(openArchive(source)).rejects.toThrow(OperatorError)
    expect(source.destroyed).toBe(true)
  }
})

test('refuses one with an entry outside of all sections', async () => {
  const tar = pack()
  tar.entry({ name: 'bureau.json' }, JSON.stringify(head))
  tar.entry({ name: 'stray' }, 'x')
  tar.finalize()
  await expect(read(await buffer(tar))).rejects.toThrow('damaged')
})

test('refuses one that is cut anywhere', async () => {
  const archive = await written()
  for (const length of [100, 512, 1500, 5_000_000, archive.length - 2000])
    await expect(read(archive.subarray(0, length)), `${length}`).rejects.toThrow(
      /incomplete|not a backup|damaged/,
    )
})

test('refuses one that was changed, or sealed with another key', async () => {
  const archive = await written()
  const changed = Buffer.from(archive)
  changed[4_000_000] = (changed[4_000_000] ?? 0) ^ 1
  await expect(read(changed)).rejects.toThrow('damaged')
  await expect(read(archive, [systemRandom.bytes(32)])).rejects.toThrow('damaged')
  await expect(read(archive, undefined)).resolves.toBeDefined()
})

test('refuses one of a newer version, and names it', async () => {
  const newer = { ...head, format: archiveFormat + 1, version: '9.8.7' }
  await expect(written(newer).then((archive) => read(archive))).rejects.toThrow('written by Bureau 9.8.7')
})

test('ends the reading of the database when the writer of the file fails', async () => {
  const over = Promise.withResolvers<void>()
  async function* endless() {
    try {
      for (;;) yield { name: 'a.large', bytes: pieces(large) }
    } finally {
      over.resolve()
    }
  }
  for await (const piece of writeArchive({ head, sections: endless(), counts, key }))
    if (piece.length > 0) break
  await over.promise
})

test('reads no further ahead of the writer of the file than a few pieces', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += large.length
      yield { name: 'a.large', bytes: pieces(large) }
    }
  }
  const archive = writeArchive({ head, sections: endless(), counts, key })[Symbol.asyncIterator]()
  await archive.next()
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(read).toBeLessThanOrEqual(2 * large.length)
  await archive.return?.()
})
