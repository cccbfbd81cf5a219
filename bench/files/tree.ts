import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from '../peers/peer.ts'
import { median } from '../report.ts'
import { eachAtOnce, send, whole } from './client.ts'
import { below, inTurns, ms, percentile95, timesAsFast, type Contender, type Outcome } from '../outcome.ts'
import { startPeers, withPeers } from './peers.ts'
import { noise, type World } from './world.ts'

// 100 folders of 99 files of 4 KiB: the most items that a copy may have.
const folders = 100
const filesAFolder = 99
const items = folders * (1 + filesAFolder)
const bytes = noise.subarray(0, 4096)

async function addTree(world: World): Promise<string> {
  const root = await world.addFolder('tree')
  const ids: string[] = []
  for (let folder = 0; folder < folders; folder++) ids.push(await world.addFolder(`folder ${folder}`, root))
  await eachAtOnce(Array(folders * filesAFolder).keys(), 16, (index) =>
    world.upload(`file ${index}.bin`, whole(bytes), ids[index % folders]),
  )
  return root
}

async function addTreeTo({ root }: Peer): Promise<void> {
  for (let folder = 0; folder < folders; folder++) {
    const path = join(root, 'tree', `folder-${folder}`)
    await mkdir(path, { recursive: true })
    for (let index = 0; index < filesAFolder; index++) await writeFile(join(path, `file-${index}.bin`), bytes)
  }
  await chmod(join(root, 'tree'), 0o777)
}

/** Copy of 10,000 items and delete of the copy, in turns. */
export async function benchCopyAndDelete(world: World): Promise<Outcome[]> {
  const tree = await addTree(world)
  return withPeers(await startPeers(world, 'nginx', 'Apache'), async (peers) => {
    for (const peer of peers) await addTreeTo(peer)
    const deletions = new Map<string, number[]>()
    for (const name of ['Bureau', ...peers.map((peer) => peer.name)]) deletions.set(name, [])
    const bureau = async () => {
      const copy = await world.call('POST', `/files/${tree}/copy`, { name: 'copy' })
      await world.untilIdle()
      deletions.get('Bureau')?.push(await world.remove(copy.data.id))
      return copy.ms
    }
    const dav = async ({ name, url }: Peer) => {
      const headers = { destination: `${url}/copy/`, depth: 'infinity' }
      const copy = await send(`${url}/tree/`, { method: 'COPY', headers })
      await world.untilIdle()
      deletions.get(name)?.push((await send(`${url}/copy/`, { method: 'DELETE' })).ms)
      return copy.ms
    }
    const contenders: Contender[] = [
      { name: 'Bureau', measure: bureau },
      ...peers.map((peer) => ({ name: peer.name, measure: () => dav(peer) })),
    ]
    const copies = await inTurns(contenders, 5, world.untilIdle)
    // The first round does not count here either.
    const counted = new Map([...deletions].map(([name, each]) => [name, each.slice(1)]))
    if (peers.length === 0) {
      const alone = (what: string, each: readonly number[]) => ({
        what,
        bureau: ms(median(each)),
        peer: '',
        ratio: '',
        goal: '',
      })
      return [
        alone(`copy of ${items} items`, copies.get('Bureau') ?? []),
        alone(`delete of ${items} items`, counted.get('Bureau') ?? []),
      ]
    }
    return [
      ...peers.map(({ name }) => timesAsFast(`copy of ${items} items`, copies, name, 2)),
      ...peers.map(({ name }) => timesAsFast(`delete of ${items} items`, counted, name, 1)),
    ]
  })
}

const moves = 40

/** A folder of 10,000 items goes to and fro. */
export async function benchMove(world: World): Promise<Outcome[]> {
  const tree = await addTree(world)
  const places = [await world.addFolder('here'), await world.addFolder('there')]
  return withPeers(await startPeers(world, 'nginx'), async (peers) => {
    for (const peer of peers) await addTreeTo(peer)
    await world.untilIdle()
    const own: number[] = []
    const others: number[] = []
    for (let move = 0; move < moves; move++) {
      const parent = places[move % 2]
      own.push((await world.call('POST', `/files/${tree}/move`, { parent_id: parent })).ms)
      for (const { url } of peers) {
        const [from, to] = move % 2 === 0 ? ['tree', 'moved'] : ['moved', 'tree']
        others.push(
          (await send(`${url}/${from}/`, { method: 'MOVE', headers: { destination: `${url}/${to}/` } })).ms,
        )
      }
    }
    const note = others.length > 0 ? `nginx ${ms(median(others))}` : ''
    return [
      below(`move of a folder of ${items} items, median`, median(own), 10, ms, note),
      { what: 'the same, p95', bureau: ms(percentile95(own)), peer: '', ratio: '', goal: '' },
    ]
  })
}
