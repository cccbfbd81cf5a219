import { ftruncateSync, openSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { bufferPool } from '../buffer-pool.ts'
import { borrowFile } from './read.ts'

const sizeBytes = 3_000_000
const whole = { start: 0, end: sizeBytes - 1 }

/** A file of 3 MB with a pool that tells which of its buffers are borrowed. */
async function openedFile() {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-read-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'file')
  await writeFile(path, systemRandom.bytes(sizeBytes))
  const real = bufferPool()
  const borrowed = new Set<Buffer>()
  let most = 0
  const pool = {
    take() {
      const buffer = real.take()
      expect(borrowed.has(buffer)).toBe(false)
      borrowed.add(buffer)
      most = Math.max(most, borrowed.size)
      return buffer
    },
    give(buffer: Buffer) {
      expect(borrowed.delete(buffer)).toBe(true)
      real.give(buffer)
    },
  }
  const file = openSync(path, 'r+')
  expect(await isOpen(path)).toBe(onLinux)
  return { file, pool, borrowed, most: () => most, isOpen: () => isOpen(path) }
}

const onLinux = process.platform === 'linux'

/** Whether this process has the file open, which Linux alone tells; never elsewhere. */
async function isOpen(path: string): Promise<boolean> {
  if (!onLinux) return false
  const descriptors = await readdir('/proc/self/fd')
  // Other threads close theirs at the same time.
  const links = await Promise.all(
    descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
  )
  return links.includes(path)
}

describe('a file that is borrowed', () => {
  test('passes through two buffers and gives them back at its end', async () => {
    const { file, pool, borrowed, most, isOpen: still } = await openedFile()
    let bytes = 0
    for await (const piece of borrowFile(file, pool, whole)) bytes += piece.length
    expect([bytes, most(), borrowed.size, await still()]).toEqual([sizeBytes, 2, 0, false])
  })

  test('takes one buffer where one is enough', async () => {
    const { file, pool, borrowed, most } = await openedFile()
    const lengths: number[] = []
    for await (const piece of borrowFile(file, pool, { start: 5, end: 4100 })) lengths.push(piece.length)
    expect([lengths, most(), borrowed.size]).toEqual([[4096], 1, 0])
  })

  test('of one piece is refused at once when the file is shorter', async () => {
    const { file, pool, borrowed, isOpen: still } = await openedFile()
    const loan = borrowFile(file, pool, { start: sizeBytes - 10, end: sizeBytes })
    await expect(loan.next()).rejects.toThrow('A blob has ended at byte 3000000 and not at 3000000.')
    expect([borrowed.size, await still()]).toEqual([0, false])
  })

  test.each(['before the first piece', 'while one is borrowed', 'while the disk is asked for one'] as const)(
    'gives everything back when the borrower breaks off %s',
    async (moment) => {
      const { file, pool, borrowed, isOpen: still } = await openedFile()
      const loan = borrowFile(file, pool, whole)
      if (moment === 'while one is borrowed') await loan.next()
      const asked = moment === 'while the disk is asked for one' ? loan.next() : undefined
      await loan.return?.()
      await loan.return?.()
      if (asked) expect(await asked).toEqual({ done: true, value: undefined })
      expect(await loan.next()).toEqual({ done: true, value: undefined })
      expect([borrowed.size, await still()]).toEqual([0, false])
    },
  )

  test('throws when the file turns out shorter on the way, and gives everything back', async () => {
    const { file, pool, borrowed, isOpen: still } = await openedFile()
    const reading = async (): Promise<void> => {
      for await (const _piece of borrowFile(file, pool, whole)) ftruncateSync(file, 100)
    }
    await expect(reading()).rejects.toThrow('A blob has ended at byte')
    expect([borrowed.size, await still()]).toEqual([0, false])
  })
})
