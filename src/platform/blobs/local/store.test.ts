import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock, type Clock } from '../../clock.ts'
import type { Log } from '../../log/log.ts'
import { systemRandom } from '../../random.ts'
import { inPieces, listed, newBlobKey, thenSilent } from '../contract/sources.testing.ts'
import { describeBlobStore } from '../contract/store.contract.ts'
import { openLocalBlobs } from './store.ts'
import { BlobStoreFull, type BlobStore } from '../store.ts'

const mebibyte = 1024 * 1024
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function openAt(directory: string, more: { clock?: Clock; reserveBytes?: number } = {}): BlobStore {
  return openLocalBlobs({ directory, clock: systemClock, log: quiet, random: systemRandom, ...more })
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-blobs-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const filesIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What this process has open below a directory, which Linux alone tells; other files come and go with the test runner. */
async function openFilesIn(directory: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const descriptors = await readdir('/proc/self/fd')
  const targets = descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.startsWith(directory))
}

describeBlobStore('local blobs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-blobs-'))
  const close = (): Promise<void> => rm(directory, { recursive: true, force: true })
  return { store: openAt(join(directory, 'not', 'yet', 'made')), close }
})

describe('local blobs on the disk', () => {
  test('are readable by their user only, folders included', async () => {
    const directory = join(await newDirectory(), 'blobs')
    await openAt(directory).write(newBlobKey(), inPieces(Buffer.from('x')), { bytesMax: 1 })
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const { mode } = await stat(join(entry.parentPath, entry.name))
        return [entry.isFile() ? 'file' : 'folder', (mode & 0o777).toString(8)]
      }),
    )
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect(new Set(modes.map(String))).toEqual(new Set(['file,600', 'folder,700']))
  })

  test('bear the time of the clock of the application', async () => {
    const now = new Date('2031-05-06T07:08:09.000Z')
    const store = openAt(await newDirectory(), { clock: { now: () => now } })
    await store.write(newBlobKey(), inPieces(Buffer.from('x')), { bytesMax: 1 })
    expect((await listed(store)).map(({ writtenAt }) => writtenAt)).toEqual([now])
  })

  test('200 aborted writes leave no file and no open file behind', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    await store.check()
    const bytes = systemRandom.bytes(mebibyte + 5)
    const abortOne = async (): Promise<void> => {
      const abort = new AbortController()
      const source = thenSilent(bytes, () => abort.abort(new Error('Enough.')))
      const write = store.write(newBlobKey(), source, { bytesMax: 9 * mebibyte, signal: abort.signal })
      await expect(write).rejects.toThrow('Enough.')
    }
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, abortOne))
    expect(await filesIn(directory)).toEqual([])
    expect(await openFilesIn(directory)).toEqual([])
  })

  test('a stream destroyed half-way closes its file', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    const key = newBlobKey()
    await store.write(key, inPieces(systemRandom.bytes(4 * mebibyte)), { bytesMax: 4 * mebibyte })
    const stream = await store.read(key, { start: 0, end: 4 * mebibyte - 1 })
    const closed = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await closed
    expect(await openFilesIn(directory)).toEqual([])
  })

  test('a blob being written is not listed as a leftover, one that a dead process left is', async () => {
    const directory = await newDirectory()
    const abort = new AbortController()
    const silent = Promise.withResolvers<void>()
    const writer = openAt(directory)
    const source = thenSilent(systemRandom.bytes(3 * mebibyte), silent.resolve)
    const write = writer.write(newBlobKey(), source, { bytesMax: 9 * mebibyte, signal: abort.signal })
    write.catch(() => {})
    await silent.promise
    expect(await listed(writer)).toEqual([])

    const [leftover, ...others] = await listed(openAt(directory))
    expect(others).toEqual([])
    expect(leftover?.unfinished).toBe(true)
    await openAt(directory).remove(leftover?.key ?? '')
    expect(await filesIn(directory)).toEqual([])
    abort.abort()
    await expect(write).rejects.toThrow()
  })

  test('a write whose unfinished file was swept away fails instead of acknowledging', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    const key = newBlobKey()
    async function* sweptMeanwhile(): AsyncGenerator<Buffer> {
      yield systemRandom.bytes(2 * mebibyte)
      for (const path of await filesIn(directory)) await rm(path)
    }
    await expect(store.write(key, sweptMeanwhile(), { bytesMax: 9 * mebibyte })).rejects.toThrow('ENOENT')
    expect(await listed(store)).toEqual([])
  })

  test('folders that were removed are made again after the first failure', async () => {
    const directory = join(await newDirectory(), 'blobs')
    const store = openAt(directory)
    await store.check()
    await rm(directory, { recursive: true })
    await expect(store.check()).rejects.toThrow('cannot be written')
    await store.check()
  })

  test('a file cut short is refused before any byte is given', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    const key = newBlobKey()
    await store.write(key, inPieces(Buffer.alloc(100)), { bytesMax: 100 })
    for (const path of await filesIn(directory)) await truncate(path, 40)
    await expect(store.read(key, { start: 0, end: 99 })).rejects.toThrow('has 40 bytes')
    expect((await buffer(await store.read(key, { start: 0, end: 39 }))).length).toBe(40)
  })

  test('a blob in parts is one sparse file of its final size, which sealing moves and does not copy', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    const key = newBlobKey()
    const sizes = { sizeBytes: 1000 * mebibyte, partBytes: 10 * mebibyte }
    await store.createParts(key, sizes)
    const [path = ''] = await filesIn(directory)
    const begun = await stat(path)
    expect(begun.size).toBe(1000 * mebibyte)
    expect(begun.blocks).toBeLessThan(100)
    const last = { index: 99, offset: 990 * mebibyte, sizeBytes: 10 * mebibyte }
    await store.writePart(key, '', last, inPieces(Buffer.alloc(10 * mebibyte, 1)))
    await store.completeParts(key, '', { sizeBytes: 1000 * mebibyte, parts: [] })
    const sealed = await stat((await filesIn(directory))[0] ?? '')
    expect(sealed.ino).toBe(begun.ino)
    expect(sealed.blocks * 512).toBeLessThan(11 * mebibyte)
  })

  test('a part beyond the end and a seal of another size are refused', async () => {
    const store = openAt(await newDirectory())
    const key = newBlobKey()
    await store.createParts(key, { sizeBytes: 100, partBytes: 60 })
    const beyond = { index: 1, offset: 60, sizeBytes: 60 }
    await expect(store.writePart(key, '', beyond, inPieces(Buffer.alloc(60)))).rejects.toThrow(RangeError)
    await expect(store.completeParts(key, '', { sizeBytes: 99, parts: [] })).rejects.toThrow(RangeError)
  })

  test('a blob in parts that no file of the disk can be as large as is refused when it is begun', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    const sizes = { sizeBytes: 2 ** 50, partBytes: 2 ** 30 }
    await expect(store.createParts(newBlobKey(), sizes)).rejects.toBeInstanceOf(BlobStoreFull)
    expect(await filesIn(directory)).toEqual([])
  })

  test('foreign files in the directory are neither listed nor touched', async () => {
    const directory = await newDirectory()
    const store = openAt(directory)
    await store.check()
    await mkdir(join(directory, 'lost+found'))
    await writeFile(join(directory, 'objects', 'README'), 'ours')
    await writeFile(join(directory, 'tmp', 'notes.txt'), 'ours')
    expect(await listed(store)).toEqual([])
    expect(await readFile(join(directory, 'tmp', 'notes.txt'), 'utf8')).toBe('ours')
  })

  test('the check says in a sentence why a directory cannot be written', async () => {
    const file = join(await newDirectory(), 'a-file')
    await writeFile(file, '')
    await expect(openAt(join(file, 'blobs')).check()).rejects.toThrow(
      /^The blob directory .* cannot be written: ENOTDIR/,
    )
  })
})

/** Mounts a small memory file system; answers undefined where this process may not mount. */
function mountSmallDisk(directory: string, mebibytes: number): (() => void) | undefined {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory])
  return mounted.status === 0 ? () => void spawnSync('umount', ['--lazy', directory]) : undefined
}

describe('local blobs on a full disk', () => {
  test.for([
    {
      rule: 'refuses a write that would use up the reserve before it starts',
      disk: 32,
      size: 1,
      reserve: undefined,
    },
    { rule: 'stops a write that comes into the reserve on its way', disk: 64, size: 48, reserve: 32 },
    { rule: 'rejects when the disk has no room left, and leaves nothing', disk: 16, size: 20, reserve: 0 },
  ])('$rule', async ({ disk, size, reserve }, { skip }) => {
    const directory = await newDirectory()
    const unmount = mountSmallDisk(directory, disk)
    if (!unmount) return skip('mounting a small file system needs more rights than this process has')
    onTestFinished(unmount)
    const store = openAt(directory, reserve === undefined ? {} : { reserveBytes: reserve * mebibyte })
    const source = inPieces(systemRandom.bytes(size * mebibyte))
    const write = store.write(newBlobKey(), source, { bytesMax: 99 * mebibyte })
    await expect(write).rejects.toBeInstanceOf(BlobStoreFull)
    expect(await filesIn(directory)).toEqual([])
    if (reserve !== 0) return
    await store.check()
  })
})
