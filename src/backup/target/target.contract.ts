import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { BlobsConfig } from '../../platform/blobs/setup/open.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { silentLog } from '../../../test/log.ts'
import { archiveName } from './archive-name.ts'
import { openTarget } from './open.ts'
import type { Target } from './target.ts'

export const targetTools = { clock: systemClock, log: silentLog, random: systemRandom }

async function* pieces(...bytes: readonly Uint8Array[]) {
  yield* bytes
}

async function* failing() {
  yield Buffer.alloc(9 * 1024 * 1024)
  throw new Error('the source failed')
}

/** What each place for backups promises. */
export function describeTarget(location: () => BlobsConfig) {
  const opened: Target[] = []
  afterEach(() => {
    for (const target of opened.splice(0)) target.close()
  })
  async function open(at = location()): Promise<Target> {
    const target = await openTarget(at, targetTools)
    opened.push(target)
    return target
  }
  const older = archiveName(new Date('2026-11-25T02:30:00Z'), 'nightly')
  const newer = archiveName(new Date('2026-11-26T02:30:00Z'))

  test('is empty at first', async () => {
    expect(await (await open()).list()).toEqual([])
  })

  test('gives back what was written, and lists it newest first', async () => {
    const target = await open()
    const large = systemRandom.bytes(9 * 1024 * 1024)
    const written = await target.write(newer, pieces(large.subarray(0, 100), large.subarray(100)))
    await target.write(older, pieces(Buffer.from('small')))
    expect(written).toEqual({
      name: newer,
      sizeBytes: large.length,
      writtenAt: new Date('2026-11-26T02:30:00Z'),
    })
    expect((await target.list()).map(({ name }) => name)).toEqual([newer, older])
    expect((await buffer(await target.read(newer))).equals(large)).toBe(true)
  })

  test('says which backup it does not have', async () => {
    await expect((await open()).read(older)).rejects.toThrow(`There is no backup ${older} in`)
  })

  test('keeps nothing of a write that fails', async () => {
    const target = await open()
    await target.write(older, pieces(Buffer.from('older')))
    await expect(target.write(newer, failing())).rejects.toThrow('the source failed')
    expect((await target.list()).map(({ name }) => name)).toEqual([older])
  })

  test('removes archives, and those that are gone already', async () => {
    const target = await open()
    await target.write(older, pieces(Buffer.from('older')))
    await target.remove(older)
    await target.remove(older)
    expect(await target.list()).toEqual([])
  })

  test('has a pool of blobs that is not listed among the archives', async () => {
    const target = await open()
    const key = 'k'.repeat(32)
    await target.blobs.write(key, Readable.from([Buffer.from('blob')]), { bytesMax: 4 })
    expect(await target.list()).toEqual([])
    expect((await buffer(await target.blobs.read(key, { start: 0, end: 3 }))).toString()).toBe('blob')
  })
}
