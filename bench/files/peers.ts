import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startApache } from '../peers/apache.ts'
import { startNginx } from '../peers/nginx.ts'
import type { Peer, StartPeer } from '../peers/peer.ts'
import { startRclone } from '../peers/rclone.ts'
import type { World } from './world.ts'

const starts = { nginx: startNginx, Apache: startApache, rclone: startRclone } satisfies Record<
  string,
  StartPeer
>

/** Those of these peers that are installed; the others are named. */
export async function startPeers(world: World, ...names: readonly (keyof typeof starts)[]): Promise<Peer[]> {
  const peers: Peer[] = []
  for (const name of names) {
    const directory = join(world.directory, name)
    await mkdir(directory)
    await chmod(directory, 0o755)
    const peer = await starts[name](directory)
    if (peer) peers.push(peer)
    else console.log(`  ${name} is not installed; its measurements are left out`)
  }
  return peers
}

/** Stops them whatever happens. */
export async function withPeers<Result>(
  peers: readonly Peer[],
  work: (peers: readonly Peer[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(peers)
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()))
  }
}
