import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { median } from '../report.ts'
import type { Peer } from '../peers/peer.ts'
import { download, repeated, send } from './client.ts'
import { below, inTurns, ms, speed, timesAsFast, unaccompanied, type Outcome } from '../outcome.ts'
import { startPeers, withPeers } from './peers.ts'
import { freeBytes, gibibyte, mebibyte, noise, type World } from './world.ts'

/** 2 GiB in chunks of 16 MiB, four at a time, beside one PUT; and beside a PUT whose bytes are then flushed. */
export async function benchUpload(world: World): Promise<Outcome[]> {
  const sizeBytes = 2 * gibibyte
  return withPeers(await startPeers(world, 'nginx'), async ([nginx]) => {
    let previous: string | undefined
    const bureau = async () => {
      const startedMs = performance.now()
      const uploadKey = await world.sendChunks('large.bin', sizeBytes, (_, length) => repeated(noise, length))
      const { data } = await world.complete(uploadKey)
      const took = performance.now() - startedMs
      previous = data.id
      return took
    }
    const flushed: number[] = []
    const put = async (peer: Peer) => {
      const startedMs = performance.now()
      const took = await send(`${peer.url}/large.bin`, { method: 'PUT', body: repeated(noise, sizeBytes) })
      const handle = await open(join(peer.root, 'large.bin'), 'r+')
      await handle.datasync()
      await handle.close()
      flushed.push(performance.now() - startedMs)
      return took.ms
    }
    const contenders = [
      { name: 'Bureau', measure: bureau },
      ...(nginx ? [{ name: 'nginx', measure: () => put(nginx) }] : []),
    ]
    const samples = await inTurns(contenders, 3, async () => {
      if (previous !== undefined) await world.remove(previous)
      previous = undefined
      await world.sweep()
    })
    const show = (value: number) => speed(sizeBytes, value)
    if (!nginx) return [unaccompanied('upload of 2 GiB in chunks', samples, show)]
    const durably = new Map([...samples, ['nginx and a flush', flushed.slice(1)]])
    return [
      timesAsFast('upload of 2 GiB in chunks', samples, 'nginx', 0.7, show),
      timesAsFast(
        'the same, nginx flushed to disk as Bureau is',
        durably,
        'nginx and a flush',
        undefined,
        show,
      ),
    ]
  })
}

/** One form of 256 MiB, beside a PUT whose bytes are then flushed; through the files origin and through the gateway. */
export async function benchSimple(world: World): Promise<Outcome[]> {
  const sizeBytes = 256 * mebibyte
  return withPeers(await startPeers(world, 'nginx'), async ([nginx]) => {
    let previous: string | undefined
    const bureau = (base?: string) => async () => {
      const startedMs = performance.now()
      previous = (await world.upload('simple.bin', repeated(noise, sizeBytes), undefined, base)).id
      return performance.now() - startedMs
    }
    const put = async ({ url, root }: Peer) => {
      const startedMs = performance.now()
      await send(`${url}/simple.bin`, { method: 'PUT', body: repeated(noise, sizeBytes) })
      const handle = await open(join(root, 'simple.bin'), 'r+')
      await handle.datasync()
      await handle.close()
      return performance.now() - startedMs
    }
    const contenders = [
      { name: 'Bureau', measure: bureau() },
      { name: 'gateway', measure: bureau(world.gatewayBase) },
      ...(nginx ? [{ name: 'nginx and a flush', measure: () => put(nginx) }] : []),
    ]
    const samples = await inTurns(contenders, 12, async () => {
      if (previous !== undefined) await world.remove(previous)
      previous = undefined
      await world.sweep()
    })
    const show = (value: number) => speed(sizeBytes, value)
    const throughGateway = new Map([...samples, ['Bureau', samples.get('gateway') ?? []]])
    const rows = [
      ['simple upload of 256 MiB', samples],
      ['simple upload of 256 MiB through the gateway', throughGateway],
    ] as const
    return rows.map(([what, each]) =>
      nginx ? timesAsFast(what, each, 'nginx and a flush', 0.8, show) : unaccompanied(what, each, show),
    )
  })
}

/** `complete` of a large upload beside one of 100 MiB; as large as the disk allows, 10 GiB at most. */
export async function benchComplete(world: World): Promise<Outcome[]> {
  const wanted = 10 * gibibyte
  const largeBytes = Math.min(wanted, Math.floor((await freeBytes()) / 4 / gibibyte) * gibibyte)
  const completion = async (sizeBytes: number) => {
    const uploadKey = await world.sendChunks('c.bin', sizeBytes, (_, length) => repeated(noise, length))
    await world.untilIdle()
    const { data, ms: took } = await world.complete(uploadKey)
    await world.remove(data.id)
    await world.sweep()
    return took
  }
  const contenders = [
    { name: 'Bureau', measure: () => completion(largeBytes) },
    { name: '100 MiB', measure: () => completion(100 * mebibyte) },
  ]
  const samples = await inTurns(contenders, 2, world.untilIdle)
  const [large, small] = [median(samples.get('Bureau') ?? []), median(samples.get('100 MiB') ?? [])]
  const what = `complete of ${largeBytes / gibibyte} GiB`
  return [
    {
      what,
      bureau: ms(large),
      peer: `100 MiB ${ms(small)}`,
      ratio: `${(large / small).toFixed(2)} x as long`,
      goal: 'at most 2 x',
      met: large <= 2 * small,
    },
    below(what, large, 50, ms, largeBytes < wanted ? 'less than 10 GiB: the disk is short' : ''),
  ]
}

export async function benchDownload(world: World): Promise<Outcome[]> {
  const sizeBytes = gibibyte
  const file = await world.uploadNoise('large.bin', sizeBytes)
  return withPeers(await startPeers(world, 'nginx'), async (peers) => {
    for (const peer of peers) {
      await send(`${peer.url}/large.bin`, { method: 'PUT', body: repeated(noise, sizeBytes) })
    }
    const contenders = [
      { name: 'Bureau', measure: () => download(world.contentUrl(file.id), sizeBytes, world.authorized) },
      ...peers.map(({ name, url }) => ({ name, measure: () => download(`${url}/large.bin`, sizeBytes) })),
    ]
    const samples = await inTurns(contenders, 5, world.untilIdle)
    const show = (value: number) => speed(sizeBytes, value)
    if (peers.length === 0) return [unaccompanied('download of 1 GiB', samples, show)]
    return [timesAsFast('download of 1 GiB', samples, 'nginx', 0.5, show)]
  })
}
