import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Log } from '../log/log.ts'
import { systemRandom } from '../random.ts'
import { inPieces, listed, newBlobKey, thenSilent } from './contract/sources.testing.ts'
import { openLocalBlobs } from './local/store.ts'
import type { BlobStore } from './store.ts'
import { sweepOrphans, type SweepOptions } from './sweep.ts'

const hourMs = 3_600_000
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A store at a clock that is moved by hand, and a sweep of it with a grace time of one hour. */
async function setUp() {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-sweep-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  let nowMs = Date.parse('2030-01-01T00:00:00Z')
  const clock = { now: () => new Date(nowMs) }
  const open = (): BlobStore => openLocalBlobs({ directory, clock, log: quiet, random: systemRandom })
  const store = open()
  const add = async (count: number): Promise<string[]> => {
    const keys = Array.from({ length: count }, newBlobKey)
    for (const key of keys) await store.write(key, inPieces(Buffer.from(key)), { bytesMax: 64 })
    return keys
  }
  const sweep = (known: readonly string[], more: Partial<SweepOptions> = {}) => {
    const isKnown = async (): Promise<ReadonlySet<string>> => new Set(known)
    return sweepOrphans({ store, clock, graceMs: hourMs, removalsMax: 1000, dryRun: false, isKnown, ...more })
  }
  return { directory, store, open, add, sweep, pass: (ms: number) => void (nowMs += ms) }
}

const keysOf = async (store: BlobStore): Promise<string[]> =>
  (await listed(store)).map(({ key }) => key).toSorted()

describe('the sweep of orphaned blobs', () => {
  test('removes blobs without an owner and keeps the others', async () => {
    const { store, add, sweep, pass } = await setUp()
    const known = await add(3)
    await add(2)
    pass(hourMs + 1)
    const report = await sweep(known)
    expect(report).toEqual({ listed: 5, orphans: 2, removed: 2, unfinishedRemoved: 0, capped: false })
    expect(await keysOf(store)).toEqual(known.toSorted())
  })

  test('does not even ask about blobs younger than the grace time', async () => {
    const { store, add, sweep, pass } = await setUp()
    const keys = await add(2)
    pass(hourMs)
    const isKnown = (): never => expect.unreachable('asked about a young blob')
    const report = await sweep([], { isKnown })
    expect(report).toEqual({ listed: 2, orphans: 0, removed: 0, unfinishedRemoved: 0, capped: false })
    expect(await keysOf(store)).toEqual(keys.toSorted())
  })

  test('a clock set forward during the run makes no blob older', async () => {
    const { store, add, sweep, pass } = await setUp()
    await add(1)
    pass(hourMs + 1)
    const young = await add(5)
    const list = async function* (): ReturnType<BlobStore['list']> & AsyncGenerator {
      for await (const blob of store.list()) {
        yield blob
        pass(24 * hourMs)
      }
    }
    const report = await sweep([], { store: { list, remove: store.remove } })
    expect(report).toMatchObject({ orphans: 1, removed: 1 })
    expect(await keysOf(store)).toEqual(young.toSorted())
  })

  test('keeps a blob that gets its owner between the listing and the question', async () => {
    const { store, add, sweep, pass } = await setUp()
    const [key = ''] = await add(1)
    pass(hourMs + 1)
    await sweep([], { isKnown: async (keys) => new Set(keys) })
    expect(await keysOf(store)).toEqual([key])
  })

  test('asks for at most 500 keys at once', async () => {
    const { sweep } = await setUp()
    const keys = Array.from({ length: 1201 }, newBlobKey)
    const list = async function* () {
      for (const key of keys) yield { key, writtenAt: new Date(0), unfinished: false }
    }
    const asked: number[] = []
    const isKnown = async (batch: readonly string[]): Promise<ReadonlySet<string>> => {
      asked.push(batch.length)
      return new Set(batch)
    }
    await sweep([], { store: { list, remove: async () => expect.unreachable() }, isKnown })
    expect(asked).toEqual([500, 500, 201])
  })

  test('stops at the cap and says so; exactly as many as the cap do not exceed it', async () => {
    const { store, add, sweep, pass } = await setUp()
    await add(5)
    pass(hourMs + 1)
    expect(await sweep([], { removalsMax: 3 })).toMatchObject({ removed: 3, capped: true })
    expect(await keysOf(store)).toHaveLength(2)
    expect(await sweep([], { removalsMax: 2 })).toMatchObject({ removed: 2, capped: false })
    expect(await keysOf(store)).toEqual([])
  })

  test('lists no further once the cap is reached', async () => {
    const { sweep } = await setUp()
    const removed: string[] = []
    const list = async function* () {
      for (let count = 0; count < 1500; count += 1)
        yield { key: newBlobKey(), writtenAt: new Date(0), unfinished: false }
    }
    const remove = async (key: string): Promise<void> => void removed.push(key)
    const report = await sweep([], { store: { list, remove }, removalsMax: 7 })
    expect(report).toMatchObject({ listed: 500, removed: 7, capped: true })
    expect(removed).toHaveLength(7)
  })

  test('a dry run counts everything and removes nothing', async () => {
    const { store, add, sweep, pass } = await setUp()
    const keys = await add(5)
    pass(hourMs + 1)
    const report = await sweep([], { removalsMax: 3, dryRun: true })
    expect(report).toEqual({ listed: 5, orphans: 5, removed: 0, unfinishedRemoved: 0, capped: true })
    expect(await keysOf(store)).toEqual(keys.toSorted())
  })

  test('keeps a blob that still waits for parts for as long as it has an owner', async () => {
    const { store, add, sweep, pass } = await setUp()
    const [finished = ''] = await add(1)
    const [awaited, abandoned] = [newBlobKey(), newBlobKey()]
    for (const key of [awaited, abandoned]) await store.createParts(key, { sizeBytes: 100, partBytes: 100 })
    pass(7 * 24 * hourMs)
    const asked: [readonly string[], boolean][] = []
    const isKnown = async (keys: readonly string[], unfinished: boolean): Promise<ReadonlySet<string>> => {
      asked.push([keys.toSorted(), unfinished])
      return new Set([awaited, finished])
    }
    expect(await sweep([], { isKnown })).toMatchObject({ orphans: 0, removed: 0, unfinishedRemoved: 1 })
    expect(asked).toEqual([
      [[awaited, abandoned].toSorted(), true],
      [[finished], false],
    ])
    expect(await keysOf(store)).toEqual([`${awaited}.parts`, finished].toSorted())
  })

  test('removes what a dead process left unfinished, once it is older than the grace time', async () => {
    const { directory, open, sweep, store, pass } = await setUp()
    const abort = new AbortController()
    const silent = Promise.withResolvers<void>()
    const source = thenSilent(Buffer.alloc(2_000_000), silent.resolve)
    const dying = open().write(newBlobKey(), source, { bytesMax: 9_000_000, signal: abort.signal })
    dying.catch(() => {})
    await silent.promise
    const [name = ''] = await readdir(join(directory, 'tmp'))
    await utimes(join(directory, 'tmp', name), 0, 0)

    expect(await sweep([])).toMatchObject({ listed: 1, unfinishedRemoved: 0 })
    pass(hourMs + 1)
    expect(await sweep([], { dryRun: true })).toMatchObject({ unfinishedRemoved: 0 })
    expect(await sweep([])).toMatchObject({ orphans: 0, removed: 0, unfinishedRemoved: 1 })
    expect(await keysOf(store)).toEqual([])
    abort.abort()
    await expect(dying).rejects.toThrow()
  })
})
