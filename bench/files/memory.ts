import { readFile, writeFile } from 'node:fs/promises'
import { download, eachAtOnce, repeated } from './client.ts'
import type { Outcome } from '../outcome.ts'
import { freeBytes, gibibyte, mebibyte, noise, type World } from './world.ts'

const atOnce = 20
const growthBytesMax = 64 * mebibyte

export async function memoryOf(pid: number): Promise<{ residentBytes: number; peakBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') }
}

/** Makes the kernel forget how much memory the process once had. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

/** As much as the disk has room for. */
const sizeOfEach = async (): Promise<number> =>
  Math.min(gibibyte, Math.floor((await freeBytes()) / 2 / atOnce / mebibyte) * mebibyte)

/** Memory of the server above its idle level. */
async function growthDuring(pid: number, idleBytes: number, work: () => Promise<unknown>): Promise<number> {
  await forgetPeak(pid)
  await work()
  return (await memoryOf(pid)).peakBytes - idleBytes
}

function line(what: string, sizeBytes: number, growthBytes: number, idleBytes: number): Outcome {
  const size = sizeBytes === gibibyte ? '1 GiB' : `${sizeBytes / mebibyte} MiB (the disk is short)`
  const mib = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MiB`
  return {
    what: `memory, ${atOnce} ${what} of ${size} at once`,
    bureau: `+${mib(growthBytes)}`,
    peer: `${mib(idleBytes)} when idle`,
    ratio: '',
    goal: `at most ${mib(growthBytesMax)}`,
    met: growthBytes <= growthBytesMax,
  }
}

function skipped(): Outcome[] {
  console.log('  memory is measured on Linux only; the row is left out')
  return []
}

/** 20 uploads at once, then 20 downloads at once. */
export async function benchMemory(world: World): Promise<Outcome[]> {
  if (process.platform !== 'linux') return skipped()
  const sizeBytes = await sizeOfEach()
  // The code that the measurement runs is loaded and compiled before it.
  for (let index = 0; index < atOnce; index++) {
    const { id } = await world.upload('warm.bin', repeated(noise, 8 * mebibyte))
    await download(world.contentUrl(id), 8 * mebibyte, world.authorized)
  }
  await world.untilIdle()
  const idle = (await memoryOf(world.pid)).residentBytes
  const ids: string[] = []
  const uploads = await growthDuring(world.pid, idle, () =>
    eachAtOnce(Array(atOnce).keys(), atOnce, async (index) => {
      ids.push((await world.upload(`large-${index}.bin`, repeated(noise, sizeBytes))).id)
    }),
  )
  const downloads = await growthDuring(world.pid, idle, () =>
    eachAtOnce(ids, atOnce, (id) => download(world.contentUrl(id), sizeBytes, world.authorized)),
  )
  return [line('uploads', sizeBytes, uploads, idle), line('downloads', sizeBytes, downloads, idle)]
}

/** 20 uploads in chunks at once, four chunks of each on their way. */
export async function benchChunkMemory(world: World): Promise<Outcome[]> {
  if (process.platform !== 'linux') return skipped()
  const sizeBytes = await sizeOfEach()
  for (let index = 0; index < atOnce; index++) await world.uploadNoise('warm.bin', 8 * mebibyte)
  await world.untilIdle()
  const idle = (await memoryOf(world.pid)).residentBytes
  const growth = await growthDuring(world.pid, idle, () =>
    eachAtOnce(Array(atOnce).keys(), atOnce, (index) => world.uploadNoise(`large-${index}.bin`, sizeBytes)),
  )
  return [line('uploads in chunks', sizeBytes, growth, idle)]
}
