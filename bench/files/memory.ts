import { readFile, writeFile } from 'node:fs/promises'
import { download, eachAtOnce, repeated } from './client.ts'
import type { Outcome } from './outcome.ts'
import { freeBytes, gibibyte, mebibyte, noise, type World } from './world.ts'

const atOnce = 20
const growthBytesMax = 64 * mebibyte

async function memoryOf(pid: number): Promise<{ residentBytes: number; peakBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') }
}

/** Makes the kernel forget how much memory the process once had. */
const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

/** 20 uploads at once, then 20 downloads at once: by how much the server outgrows what it has when idle. */
export async function benchMemory(world: World): Promise<Outcome[]> {
  if (process.platform !== 'linux') {
    console.log('  memory is measured on Linux only; the row is left out')
    return []
  }
  const sizeBytes = Math.min(gibibyte, Math.floor((await freeBytes()) / 2 / atOnce / mebibyte) * mebibyte)
  // The code that the measurement runs is loaded and compiled before it.
  for (let index = 0; index < atOnce; index++) {
    const { id } = await world.upload('warm.bin', repeated(noise, 8 * mebibyte))
    await download(world.contentUrl(id), 8 * mebibyte, world.authorized)
  }
  await world.untilIdle()
  const idle = (await memoryOf(world.pid)).residentBytes
  await forgetPeak(world.pid)

  const ids: string[] = []
  await eachAtOnce(Array(atOnce).keys(), atOnce, async (index) => {
    ids.push((await world.upload(`large-${index}.bin`, repeated(noise, sizeBytes))).id)
  })
  const uploads = (await memoryOf(world.pid)).peakBytes - idle
  await forgetPeak(world.pid)
  await eachAtOnce(ids, atOnce, (id) => download(world.contentUrl(id), sizeBytes, world.authorized))
  const downloads = (await memoryOf(world.pid)).peakBytes - idle

  const size = sizeBytes === gibibyte ? '1 GiB' : `${sizeBytes / mebibyte} MiB (the disk is short)`
  const mib = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MiB`
  const line = (what: string, growth: number) => ({
    what: `memory, ${atOnce} ${what} of ${size} at once`,
    bureau: `+${mib(growth)}`,
    peer: `${mib(idle)} when idle`,
    ratio: '',
    goal: `at most ${mib(growthBytesMax)}`,
    met: growth <= growthBytesMax,
  })
  return [line('uploads', uploads), line('downloads', downloads)]
}
